"""What a move does on the board in a word or two, as players name it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.ai.board_effects import board_effect
from games.ai.line_patterns import PatternBoard
from games.ai.threats import threats
from games.engine import Board, Goal, Mark, Variant
from games.presentation.board_wording import small_board
from games.presentation.sides import side

FIVE = 5  # with lines of five, a threat is called a four


def effect(board: Board, cell: int, *, is_brief: bool = False) -> str:
    """Name what a move does, "" if it neither ends the game nor makes or stops a threat.

    A brief name leaves out which small board it is.
    """
    mark, child = board.turn, board.play(cell)
    if outcome := child.outcome():
        return _ending(outcome.winner, mark, board.variant, is_brief=is_brief)
    if does := _on_boards(board, cell, is_brief=is_brief):
        return does
    if board.variant.misere:
        return ""
    made = threatened(board, cell)
    if len(made) < 2 and cell in threats(board, mark.opponent):
        return _("blocks")
    return _fives(board, child, made) if board.variant.run >= FIVE else _lines(made)


def threatened(board: Board, cell: int) -> list[int]:
    """Return the cells with which the side that moves could win next."""
    child = board.play(cell)
    if child.outcome() or board.variant.misere:
        return []
    playable = child.legal_moves()
    return [c for c in threats(child, board.turn) if c in playable]


def _ending(winner: Mark | None, mark: Mark, variant: Variant, *, is_brief: bool) -> str:
    if winner is None:
        return _("draw")
    if winner is mark:
        return _("wins")
    is_last = variant.rules.goal is Goal.LAST and not is_brief
    return _("closes the last board") if is_last else _("completes a line")


def _on_boards(board: Board, cell: int, *, is_brief: bool) -> str:
    """Name what a move does on a small board, "" if that is nothing special."""
    effect, variant = board_effect(board, cell), board.variant
    if effect.wins is not None:
        words = _("wins a board") if is_brief else _("wins the %(board)s")
        return words % {"board": small_board(variant, effect.wins)}
    if effect.closes is not None:
        words = _("closes a board") if is_brief else _("closes the %(board)s")
        return words % {"board": small_board(variant, effect.closes)}
    if effect.frees:
        return _("lets %(mark)s choose") % {"mark": side(board.turn.opponent, variant)}
    return _("blocks") if effect.saves is not None else ""


def _lines(made: list[int]) -> str:
    if len(made) > 1:
        return _("two threats")
    return _("a threat") if made else ""


def _fives(board: Board, child: Board, made: list[int]) -> str:
    """Name fours and open threes; an open three threatens to become an open four."""
    if len(made) > 1:
        return _("open four")
    is_three = _makes_open_three(board, child)
    if made:
        return _("four and three") if is_three else _("four")
    return _("open three") if is_three else ""


def _makes_open_three(board: Board, child: Board) -> bool:
    side = board.ply % 2
    before, after = (_open_fours(each, side) for each in (board, child))
    return bool(after - before)


def _open_fours(board: Board, side: int) -> set[int]:
    """Return the moves with which a side would make an open four, or two fours at once."""
    fours = PatternBoard(board).fours(side)
    return {move for move, fives in fours.items() if len(fives) > 1}
