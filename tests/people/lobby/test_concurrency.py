from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest

from games.models import Game
from games.people.lobby import models, services
from games.people.lobby.models import Seek
from games.play.services import bring_up_to_date
from tests.people.lobby.seeks import find, let_first_move_pass, people, seek, try_again, two_who_met

SEEKERS = 50
THREADS = 8  # of a server on PostgreSQL


@pytest.fixture(autouse=True)
def all_stay_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (models, services):
        monkeypatch.setattr(module, "SEEN_FOR", timedelta(hours=1))


def all_at_once(*actions: Callable[[], object]) -> list[Any]:
    threads = min(len(actions), THREADS)
    with ThreadPoolExecutor(threads, initializer=Barrier(threads).wait) as pool:
        return list(pool.map(try_again, actions))


def expect_pairs(rows: list[tuple[str, int, int]], seekers: int) -> None:
    assert [status for status, _, _ in rows] == ["called"] * (seekers // 2)
    assert len({id for _, x, o in rows for id in (x, o)}) == seekers


@pytest.mark.django_db(transaction=True)
def test_fifty_at_one_instant_make_25_games():
    seekers = people(SEEKERS)
    # Some of them take any board, and all others look for the same one.
    looks = [seek(any_board=number % 3 == 0) for number in range(SEEKERS)]
    pairs = zip(seekers, looks, strict=True)
    all_at_once(*(lambda who=who: services.find_opponent(*who) for who in pairs))
    expect_pairs(list(Game.objects.values_list("status", "x_id", "o_id")), SEEKERS)


@pytest.mark.django_db(transaction=True)
def test_who_comes_while_games_close_is_found_too():
    games = [two_who_met(*people(2)) for _ in range(6)]
    for game in games:
        let_first_move_pass(game)
    all_at_once(
        *[lambda id=game.pk: bring_up_to_date(id) for game in games],
        *[lambda player=player: find(player) for player in people(6)],
    )
    services.pair_waiting()
    assert not Seek.objects.waiting().exists()
    assert Game.objects.filter(status="called").count() == 6
