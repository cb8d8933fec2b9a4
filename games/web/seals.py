"""The seals of the album, which rooms register: what each is for, and how often somebody did that.

Nothing is stored of them: a room counts what it keeps anyway. So the album knows no room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from django.utils.functional import Promise

from games.engine.presets import named
from games.models import Game, Player

LATEST = 10  # games of each side, of which one was played last
Picture = tuple[tuple[str, str], ...]  # of paths on 40 x 40: the width of the stroke, and the path


def drawn(path: str) -> Picture:
    return (("2.5", path),)


class Seal(NamedTuple):
    """A seal with its words, translated when they are shown, and its picture in an ink."""

    code: str
    words: str | Promise
    picture: Picture
    ink: str
    address: str | Promise
    need: int = 1
    row: str = ""
    column: int = 9  # after all of rows
    task: str | Promise = ""


class Collected(NamedTuple):
    seals: tuple[Seal, ...]
    counts: Callable[[Player], Mapping[str, int]]
    counts_for: Callable[[Game, str], Collection[str]] = lambda game, result: ()


_collections: list[Collected] = []


def register(*collected: Collected) -> None:
    _collections.extend(collected)


def all_seals() -> list[Seal]:
    return [seal for each in _collections for seal in each.seals]


def codes_of(player: Player) -> set[str]:
    counts = [(each.seals, each.counts(player)) for each in _collections]
    return {seal.code for seals, done in counts for seal in seals if done[seal.code] >= seal.need}


def unlocked_by(game: Game, player: Player, result: str) -> list[Seal]:
    found: list[Seal] = []
    for each in _collections:
        codes = each.counts_for(game, result)
        counts = each.counts(player) if codes else {}
        seals = (seal for seal in each.seals if seal.code in codes)
        found += (seal for seal in seals if counts[seal.code] == seal.need)
    return found


def next_seal(player: Player | None, codes: Collection[str]) -> Seal | None:
    """Return the seal to go for: the next level on the board played last, else on the next board.

    Levels below one that somebody has mastered come after all others.
    """
    every = all_seals()
    rows = list(dict.fromkeys(seal.row for seal in every))
    last = _row_played_last(player) if player else ""
    start = rows.index(last) if last in rows else 0

    def place(seal: Seal) -> tuple[bool, bool, int, int]:
        had = (each.column for each in every if each.row == seal.row and each.code in codes)
        away = (rows.index(seal.row) - start) % len(rows)
        return seal.column < max(had, default=0), not seal.row, away, seal.column

    return min((seal for seal in every if seal.code not in codes), key=place, default=None)


def _row_played_last(player: Player) -> str:
    # Each side has an index by player and time, of which this reads the first rows.
    games = Game.objects.exclude(status__in=set(Game.Status) - {Game.Status.FINISHED})
    newest = games.order_by("-created_at", "-pk")
    latest = [*newest.filter(x=player)[:LATEST], *newest.filter(o=player)[:LATEST]]
    game = max(latest, key=lambda game: game.finished_at, default=None)
    board = named(game.variant) if game else None
    return board.name if board else ""
