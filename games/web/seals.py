"""The seals of the album, which rooms register: what each is for, and how often somebody did that.

Nothing is stored of them: a room counts what it keeps anyway. So the album knows no room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from django.utils.functional import Promise

from games.models import Game, Player

Picture = tuple[tuple[str, str], ...]  # of paths on 40 x 40: the width of the stroke, and the path


def drawn(path: str) -> Picture:
    return (("2.5", path),)


class Seal(NamedTuple):
    """A seal with its words, translated when they are shown, and its picture in an ink.

    ``need`` is how often one has to do it, ``address`` where. Seals of the same ``row`` stand
    beside each other, by their ``column``; its name is translated by the template that shows it.
    ``task`` says what to do, where that differs from what was done.
    """

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
    """The seals of a room, how often a player did what each is for, and for which a game counts."""

    seals: tuple[Seal, ...]
    counts: Callable[[Player], Mapping[str, int]]
    counts_for: Callable[[Game, str], Collection[str]] = lambda game, result: ()


_collections: list[Collected] = []


def register(*collected: Collected) -> None:
    _collections.extend(collected)


def all_seals() -> list[Seal]:
    return [seal for each in _collections for seal in each.seals]


def codes_of(player: Player) -> set[str]:
    """Return the codes of the seals that a player has."""
    counts = [(each.seals, each.counts(player)) for each in _collections]
    return {seal.code for seals, done in counts for seal in seals if done[seal.code] >= seal.need}


def unlocked_by(game: Game, player: Player, result: str) -> list[Seal]:
    """Return the seals that a game has brought a player by its result."""
    found: list[Seal] = []
    for each in _collections:
        codes = each.counts_for(game, result)
        counts = each.counts(player) if codes else {}
        seals = (seal for seal in each.seals if seal.code in codes)
        found += (seal for seal in seals if counts[seal.code] == seal.need)
    return found


def next_seal(codes: Collection[str], row: str = "") -> Seal | None:
    """Return the seal to go for: the next one of a row, if it lacks one, else the easiest."""
    missing = [seal for seal in all_seals() if seal.code not in codes]
    of_row = [seal for seal in missing if row and seal.row == row]
    return min(of_row or missing, key=lambda seal: seal.column, default=None)
