"""The wording of a move and its effect."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.ai.threats import MoveEffect
from games.engine import Board, Variant
from games.presentation import board_wording
from games.presentation.sides import side


def to_move(board: Board) -> str:
    return _("%(mark)s to move.") % {"mark": side(board.turn, board.variant)}


def move(effect: MoveEffect, variant: Variant) -> str:
    """Describe a move and its effect, such as "O plays b2. O has to block."."""
    values = {"mark": side(effect.mark, variant), "cell": variant.cell_name(effect.cell)}
    return " ".join([_("%(mark)s plays %(cell)s.") % values, *_remarks(effect, variant)])


def _remarks(effect: MoveEffect, variant: Variant) -> Iterator[str]:
    values = {"mark": side(effect.mark, variant), "number": board_wording.number(variant.run)}
    if effect.wins:
        yield _("%(number)s in a row: %(mark)s wins.") % values
    elif effect.loses:
        yield _("%(number)s in a row: %(mark)s loses.") % values
    elif effect.draws:
        yield _("The board is full: a draw.")
    else:
        yield from _reasons(effect, variant)
        yield from _threats(effect, variant)


def _reasons(effect: MoveEffect, variant: Variant) -> Iterator[str]:
    if effect.is_mistake:
        yield _("That loses.")
    elif effect.is_forced:
        yield _("No other move is left.")
    elif effect.blocks:
        yield _("%(mark)s has to block.") % {"mark": side(effect.mark, variant)}


def _threats(effect: MoveEffect, variant: Variant) -> Iterator[str]:
    if effect.forks:
        yield _("A fork: two threats at once.")
    elif effect.threatens:
        [cell] = effect.threatens
        yield _("It threatens %(cell)s.") % {"cell": variant.cell_name(cell)}
