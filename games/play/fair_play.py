"""Keeps the site's own help away from the positions that duels have on their boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine import Board, Variant, images, play_moves
from games.models import Game
from games.play.errors import InDuel

PLIES_AHEAD = 4  # so many plies after the position of a duel are kept from help as well


def require_no_duel(board: Board) -> None:
    """Make sure that no duel has a position, or one that may soon lead to it, on its board.

    A position that is turned or mirrored is the same.

    :raises InDuel: if one has.
    """
    played = _being_played(board.variant, board.ply - PLIES_AHEAD, board.ply)
    if any(_leads_to(duel, board) for duel in played):
        raise InDuel


def require_no_duel_along(variant: Variant, record: Sequence[int]) -> None:
    """Make sure of the same for all positions of a game, from its first move to its last.

    :raises InDuel: if a duel has one of them.
    """
    for duel in _being_played(variant, 0, len(record)):
        later = play_moves(Board(variant), record[: duel.ply + PLIES_AHEAD])
        if _leads_to(duel, later):
            raise InDuel


def _being_played(variant: Variant, first_ply: int, last_ply: int) -> Iterator[Board]:
    duels = Game.objects.duels_being_played().order_by()
    duels = duels.filter(variant_code=str(variant), ply__range=(first_ply, last_ply))
    for position in duels.values_list("position", flat=True):
        yield Board.from_stored(position, variant)


def _leads_to(before: Board, after: Board) -> bool:
    """Say whether all marks of one position are in another, perhaps turned or mirrored."""
    return any(not (before.x & ~look.x or before.o & ~look.o) for look in images(after))
