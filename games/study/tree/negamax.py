"""The short form of minimax, with one rule for both sides, and what a mistake in it changes."""

from __future__ import annotations

from enum import StrEnum
from math import inf
from typing import Any

from games.ai.line_tables import cells_in
from games.engine import Board, Mark
from games.study.tree.steps import ROWS, both_sides, draw_tree, headline, listing, number
from games.study.tree.textbook import WIN, Path, Tree, score, search

Values = dict[Path, float]


# Negamax as it should be and with each of the classic mistakes.
class Slip(StrEnum):
    SIGN = "sign"  # the value of the other side is not negated
    ZERO = "zero"  # the best value begins with 0, not with minus infinity
    UNSEEN = "unseen"  # a finished game is played on until the board is full
    SIDE = "side"  # a finished game counts for the side that has made the last move


# The line of ``negamax.txt`` that a mistake changes
WRONG_LINES = {Slip.SIGN: 5, Slip.ZERO: 3, Slip.UNSEEN: 2, Slip.SIDE: 2}


def negamax(board: Board, values: Values, path: Path = (), mistake: Slip | None = None) -> float:
    moves = tuple(cells_in(board.variant.rules.playable(board.x, board.o)))
    is_over = not moves or (mistake is not Slip.UNSEEN and board.outcome() is not None)
    if is_over:
        best = _own_score(board, len(path), mistake)
    else:
        best = 0 if mistake is Slip.ZERO else -inf
        for move in moves:
            value = negamax(_after(board, move), values, (*path, move), mistake)
            best = max(best, value if mistake is Slip.SIGN else -value)
    values[path] = best
    return best


def values_of(board: Board, mistake: Slip | None = None) -> Values:
    values: Values = {}
    negamax(board, values, mistake=mistake)
    return values


def chosen_move(board: Board, values: Values, mistake: Slip | None = None) -> int:
    sign = 1 if mistake is Slip.SIGN else -1
    return max(board.legal_moves(), key=lambda move: sign * values[move,])


def _own_score(board: Board, depth: int, mistake: Slip | None) -> float:
    value = (_score_of_full if mistake is Slip.UNSEEN else score)(board, depth)
    side = board.turn.opponent if mistake is Slip.SIDE else board.turn
    return value if side is Mark.X else -value


def _score_of_full(board: Board, depth: int) -> int:
    sign = -1 if board.variant.misere else 1
    has_x, has_o = (board.variant.rules.has_line(marks) for marks in (board.x, board.o))
    return sign * (WIN + 1 - depth) * (1 if has_x else -1 if has_o else 0)


def _after(board: Board, move: int) -> Board:
    if board.turn is Mark.X:
        return Board(board.variant, board.x | 1 << move, board.o)
    return Board(board.variant, board.x, board.o | 1 << move)


def two_ways_facts(board: Board, mistake: Slip | None, *, is_lit: bool) -> dict[str, Any]:
    tree = Tree(board).take(search(board, pruning=False))
    right, own = values_of(board), values_of(board, mistake)
    move, best = chosen_move(board, own, mistake), chosen_move(board, right)
    changed = _wrong(right, own)
    slips = list(Slip)
    labels = {path: (number(value), path in changed) for path, value in own.items()}
    root, name = draw_tree(tree, (move,), labels), board.variant.cell_name
    lit = WRONG_LINES[mistake] if mistake else 0
    names = both_sides(board)
    return {
        "root": root,
        "long_code": listing("max_and_min", 0, **names),
        "short_code": listing("negamax", lit if is_lit else 0, mistake=mistake),
        "versions": [
            ("none", 0),
            *((slip.value, len(_wrong(right, values_of(board, slip)))) for slip in slips),
        ],
        "next": slips[(slips.index(mistake) + 1) % len(slips)] if mistake else slips[0],
        "mistake": mistake,
        "lit": lit,
        "right_line": listing("negamax", 0)[lit - 1].text,
        **headline(board),
        "side": names[board.turn],
        "sides": names,
        "move": name(move),
        "best": name(best),
        "changed": len(changed),
        "drawn": sum(len(path) <= ROWS for path in changed),
        "total": len(right),
        "beyond": len(own.keys() - right.keys()),
    }


def _wrong(right: Values, own: Values) -> set[Path]:
    return {path for path in right if own[path] != right[path]}
