"""Keeps the site's own help away from the positions that duels have on their boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext_noop as _

from games.engine import Board, Variant, images
from games.models import Game
from games.people.duels.rules import NAME
from games.play.errors import Refused

PLIES_AHEAD = 4  # so many plies after the position of a duel are kept from help as well


class InDuel(Refused):
    code = "in_duel"
    message = _(
        "Two people play this position in a duel just now. You can look at it when they are done."
    )


def refuse_help(boards: Sequence[Board], plies: int, **_: Any) -> None:
    """Let nobody be helped with the position of a duel, or near it; receives ``help_asked``.

    A position that is turned or mirrored is the same.

    :raises InDuel: if a duel has one of the positions on its board, or one that comes up to
        ``plies`` after them, or had one of them ``PLIES_AHEAD`` before.
    """
    first, last = boards[0].ply - PLIES_AHEAD, boards[-1].ply + plies
    for duel in _being_played(boards[0].variant, first, last):
        # Those of one game contain each other, so the last that may be near it tells for all.
        near = [board for board in boards if board.ply <= duel.ply + PLIES_AHEAD]
        if _is_part(*sorted((near[-1], duel), key=lambda board: board.ply)):
            raise InDuel


def _being_played(variant: Variant, first_ply: int, last_ply: int) -> Iterator[Board]:
    duels = Game.objects.filter(kind=NAME, status=Game.Status.PLAYING).order_by()
    duels = duels.filter(variant_code=str(variant), ply__range=(first_ply, last_ply))
    for position in duels.values_list("position", flat=True):
        yield Board.from_stored(position, variant)


def _is_part(before: Board, after: Board) -> bool:
    """Say whether all marks of one position are in another, perhaps turned or mirrored."""
    return any(not (before.x & ~look.x or before.o & ~look.o) for look in images(after))
