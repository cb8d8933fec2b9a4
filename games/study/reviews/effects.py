from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.ai.threats import FOURS, RUN, THREES, Pattern, board_effect, shapes, threats
from games.engine import Board, Mark, Variant
from games.presentation.board_wording import small_board
from games.presentation.sides import side

THREE_NAMES = {
    Pattern.OPEN_THREE: lazy("open three"),
    Pattern.BROKEN_THREE: lazy("broken three"),
}


def effect(board: Board, cell: int, *, is_brief: bool = False) -> str:
    """Name what a move does, "" if it neither ends the game nor makes or stops a threat."""
    mark, child = board.turn, board.play(cell)
    if outcome := child.outcome():
        return _ending(outcome.winner, mark, board.variant)
    if does := _on_boards(board, cell, is_brief=is_brief):
        return does
    if board.variant.misere:
        return ""
    made = threatened(board, cell)
    if len(made) < 2 and cell in threats(board, mark.opponent):
        return _("blocks")
    if board.variant.run == RUN:
        return _fives(shapes(board, cell), is_brief=is_brief)
    return _lines(made, is_brief=is_brief)


def threatened(board: Board, cell: int) -> list[int]:
    child = board.play(cell)
    if child.outcome() or board.variant.misere:
        return []
    playable = child.legal_moves()
    return [c for c in threats(child, board.turn) if c in playable]


def _ending(winner: Mark | None, mark: Mark, variant: Variant) -> str:
    if winner is None:
        return _("draw")
    if winner is mark:
        return _("five") if variant.run == RUN else _("wins")
    return _("loses")


def _on_boards(board: Board, cell: int, *, is_brief: bool) -> str:
    effect, variant = board_effect(board, cell), board.variant
    if effect.wins is not None:
        words = _("board") if is_brief else _("wins the %(board)s")
        return words % {"board": small_board(variant, effect.wins)}
    if effect.closes is not None:
        words = _("closed") if is_brief else _("closes the %(board)s")
        return words % {"board": small_board(variant, effect.closes)}
    if effect.frees and not is_brief:
        return _("lets %(mark)s choose") % {"mark": side(board.turn.opponent, variant)}
    return _("blocks") if effect.saves is not None else ""


def _lines(made: list[int], *, is_brief: bool) -> str:
    if is_brief:
        return _("threat") if made else ""
    if len(made) > 1:
        return _("two threats")
    return _("a threat") if made else ""


def _fives(made: list[Pattern], *, is_brief: bool) -> str:
    fours, threes = ([shape for shape in made if shape in kind] for kind in (FOURS, THREES))
    if is_brief:
        return _("four") if fours else _("three") if threes else ""
    if len(fours) > 1 or Pattern.TWO_FOURS in fours:
        return _("double four")
    if Pattern.OPEN_FOUR in fours:
        return _("open four")
    if fours:
        return _("four-three") if threes else _("four")
    if len(threes) > 1:
        return _("double three")
    return str(THREE_NAMES[threes[0]]) if threes else ""
