from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest

from games.ai.computer_players import COMPUTER_PLAYERS
from games.computer import replies
from games.engine import clock
from games.models import Game
from games.play import services
from games.study.exhibitions import services as exhibitions

UNHURRIED = 3600.0  # seconds between moves, so that none comes by itself during a test


class FakeClock:
    def __init__(self) -> None:
        self.time = clock.now()

    def now(self) -> datetime:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


@contextmanager
def fake_clock() -> Iterator[FakeClock]:
    with pytest.MonkeyPatch.context() as patch:
        fake = FakeClock()
        patch.setattr(clock, "_clock", fake)
        yield fake


def start_exhibition(*, x: str = "random", o: str = "random", **terms) -> Game:
    players = COMPUTER_PLAYERS
    return exhibitions.start_exhibition(x=players[x], o=players[o], **terms)


@contextmanager
def time_between_moves(seconds: float) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replies, "BETWEEN_MOVES", timedelta(seconds=seconds))
        yield


def play_to_the_end(game: Game) -> Game:
    with time_between_moves(0):
        while (stored := services.find_game(game.pk)).status == Game.Status.PLAYING:
            replies.reply(stored.pk)
    return stored
