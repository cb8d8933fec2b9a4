"""The level to offer a person after a game against the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from games.ai.computer_players import LEVELS
from games.engine import Mark
from games.engine.presets import named
from games.protocol import Status

if TYPE_CHECKING:
    from games.models.games import Game
    from games.models.people import Player

LOSSES = 3  # in a row after which an easier level is offered


def next_level(game: Game) -> str | None:
    """Return the next harder level after a win, the next easier one after ``LOSSES`` in a row.

    Return None in all other cases, such as against an opponent that is no level. The database is
    queried only after a loss. Games that began with an opening say little about a level, so they
    are ignored.
    """
    is_finished = game.status == Status.FINISHED and game.winner and not game.start_ply
    if game.level not in LEVELS or not is_finished or not named(game.variant):
        return None
    ids = list(LEVELS)
    has_lost = game.seat(game.winner) == _computer(game)
    place = ids.index(game.level) + (-1 if has_lost else 1)
    if not 0 <= place < len(ids) or (has_lost and not _is_losing(game)):
        return None
    return ids[place]


def _computer(game: Game) -> Player | None:
    return game.x if game.x and game.x.is_computer else game.o


def _is_losing(game: Game) -> bool:
    """Say whether the person lost the last ``LOSSES`` games against this level on this board.

    The game itself is lost too, and perhaps not stored yet.
    """
    computer = _computer(game)
    person = game.o if game.x == computer else game.x
    seats = Q(x=person, o=computer) | Q(x=computer, o=person)
    same = type(game).objects.filter(seats, variant_code=game.variant_code, start_ply=0)
    others = same.exclude(pk=game.pk)
    last = (
        others.filter(status=Status.FINISHED)
        .order_by("-finished_at")
        .values_list("x__level", "winner")[: LOSSES - 1]
    )
    lost = [winner == (Mark.X if level else Mark.O) for level, winner in last]
    return len(lost) == LOSSES - 1 and all(lost)
