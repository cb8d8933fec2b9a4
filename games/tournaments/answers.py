"""What is said of the answers to a position: which moves hold, why, and what happens then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.ai.advice import principal_variation
from games.ai.solver import Value, best_moves, values_of_moves
from games.ai.threat_search import forced_win
from games.ai.threats import MoveEffect, move_effect
from games.engine import CLASSIC, Board, play_moves
from games.presentation import geometry, move_wording
from games.presentation.description import describe
from games.presentation.sides import side
from games.study.reviews.analysis import review_move
from games.study.reviews.moves import place_of

SECONDS, BRIEFLY = 1.0, 0.2  # to find which moves hold, and whether a move of a line is a mistake
NODES, LINE = 5_000, 8  # of a search for forced wins; moves of the line that is shown


def shown(board: Board, moves: Sequence[int], counts: Counter[int]) -> dict[str, Any]:
    right, is_to_win = right_moves(board)
    most = max(counts.values(), default=1)
    return {
        "drawing": describe(board, moves, best=right, seen_by=""),
        "right_count": sum(counts[cell] for cell in right),
        "is_to_win": is_to_win,
        "bars": [
            {
                "at": geometry.spot(board.variant, cell),
                "count": count,
                "share": count / most,
                "is_right": cell in right,
            }
            for cell, count in sorted(counts.items())
        ],
    }


@lru_cache(maxsize=64)
def right_moves(board: Board) -> tuple[list[int], bool]:
    """Return those that hold, without a proof the best ones, and whether one is known to win."""
    verdicts = values_of_moves(board, SECONDS)
    known = {cell: each for cell, each in verdicts.items() if each.is_known}
    best = max((each.rank[0] for each in known.values()), default=None)
    held = [cell for cell, each in known.items() if each.rank[0] == best]
    is_to_win = any(each.value is Value.WIN for each in known.values())
    return held or list(best_moves(board, SECONDS)), is_to_win


def explained(
    board: Board, moves: Sequence[int], counts: Counter[int], step: int
) -> dict[str, Any]:
    """Return why the most frequent right and wrong answer are so, and a move of what happens."""
    right, _is_to_win = right_moves(board)
    answered = [cell for cell, _count in counts.most_common()]
    wrong = [cell for cell in answered if cell not in right]
    best = next((cell for cell in answered if cell in right), right[0])
    line = line_from(board, (wrong or [best])[0])
    return {
        "reasons": [_reason(board, cell) for cell in (best, *wrong[:1])],
        "other": side(board.turn.opponent, board.variant),
        "move": _move(board, moves, line[:step]) if step else None,
        "is_last": step >= len(line),
    }


@lru_cache(maxsize=64)
def line_from(board: Board, cell: int) -> tuple[int, ...]:
    after = board.play(cell)
    if after.is_over:
        return (cell,)
    win = forced_win(after, nodes=NODES)
    return (cell, *(win or principal_variation(after, LINE, SECONDS)))


def _move(board: Board, moves: Sequence[int], line: Sequence[int]) -> dict[str, Any]:
    before, cell = play_moves(board, line[:-1]), line[-1]
    effect = _effect(before, cell)
    return {
        "words": move_wording.move(effect, board.variant),
        "drawing": describe(before.play(cell), [*moves, *line]),
        "mark": effect.mark,
        "rings": [geometry.spot(board.variant, each) for each in effect.threatens],
    }


def _reason(board: Board, cell: int) -> dict[str, Any]:
    after, (_cell, *replies) = board.play(cell), line_from(board, cell)
    return {
        "place": _place(board, cell),
        "is_right": cell in right_moves(board)[0],
        "review": review_move(board, cell, SECONDS),
        "effect": _effect(board, cell),
        "reply": _effect(after, replies[0]) if replies else None,
        "reply_place": _kind(board, replies[0]) if replies else "",
        "is_alike": _alike(after, cell) == replies[:1],
    }


def _effect(board: Board, cell: int) -> MoveEffect:
    return move_effect(board, cell, BRIEFLY)


def _place(board: Board, cell: int) -> str:
    # A kind of squares, if what is said of one is true of all.
    right, _is_to_win = right_moves(board)
    is_one = len({each in right for each in _alike(board, cell)}) == 1
    return _kind(board, cell) if is_one else board.variant.cell_name(cell)


def _alike(board: Board, cell: int) -> list[int]:
    return [each for each in board.legal_moves() if _kind(board, each) == _kind(board, cell)]


def _kind(board: Board, cell: int) -> str:
    is_classic = board.variant == CLASSIC
    return place_of(cell) if is_classic else board.variant.cell_name(cell)
