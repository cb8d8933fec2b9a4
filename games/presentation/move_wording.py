from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.ai.threats import BoardEffect, MoveEffect
from games.engine import Board, Mark, Variant
from games.presentation import board_wording
from games.presentation.sides import side


def to_move(board: Board) -> str:
    return _("%(mark)s to move.") % {"mark": side(board.turn, board.variant)}


def move(effect: MoveEffect, variant: Variant) -> str:
    values = {"mark": side(effect.mark, variant), "cell": variant.cell_name(effect.cell)}
    return " ".join([_("%(mark)s plays %(cell)s.") % values, *_remarks(effect, variant)])


def _remarks(effect: MoveEffect, variant: Variant) -> Iterator[str]:
    values = {"mark": side(effect.mark, variant), "line": board_wording.line(variant)}
    if effect.wins:
        yield _("%(line)s: %(mark)s wins.") % values
    elif effect.loses:
        yield _("%(line)s: %(mark)s loses.") % values
    elif effect.draws:
        yield _("%(why)s A draw.") % {"why": board_wording.draw(variant, is_dead=False)}
    else:
        yield from _reasons(effect, variant)
        yield from _threats(effect, variant)
        yield from on_boards(effect.mark, effect.on_boards, variant)


def on_boards(mark: Mark, effect: BoardEffect, variant: Variant) -> Iterator[str]:
    opponent = side(mark.opponent, variant)
    for words, number in (
        (_("It wins the %(board)s."), effect.wins),
        (_("It closes the %(board)s."), effect.closes),
        (_("It keeps %(mark)s from winning the %(board)s."), effect.saves),
        (_("It sends %(mark)s to the %(board)s."), effect.sends),
    ):
        if number is not None:
            yield words % {"mark": opponent, "board": board_wording.small_board(variant, number)}
    if effect.frees:
        yield _("It lets %(mark)s choose any board.") % {"mark": opponent}


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
