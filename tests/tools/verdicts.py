"""Reviews of random games beside plain minimax and beside the solver, move by move.

Minimax goes on to the end of the game with so many free cells. With more it looks as far ahead as
it can in so many ``positions``: that finds the wins and losses near by, so a verdict that says
otherwise is wrong. It knows nothing of the search.
"""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from random import Random

from games.ai.line_search import LineSearch
from games.ai.search import OutOfTime
from games.ai.solver import OPPOSITE, SHORT_DISTANCES, BoundedNode, Value, Verdict
from games.engine import Board, Variant
from games.study.reviews.analysis import MISTAKES, Label, MoveReview, review_move
from tests.ai.minimax import MAX_SYMMETRIC_CELLS, forget, minimax

ORDER = [Value.LOSS, Value.DRAW, Value.WIN]
UNPROVEN = (Label.ALLOWED, Label.UNKNOWN)  # of the position or of the move
SEED = 11


@dataclass(frozen=True)
class Lookahead:
    exhaustive: int
    positions: int

    def plies(self, board: Board) -> int:
        free, branches = board.variant.size - board.ply, len(board.legal_moves())
        if free <= self.exhaustive:
            return free
        plies, positions = 0, branches
        while plies < free and positions <= self.positions:
            plies += 1
            positions *= branches if board.variant.drop else branches - plies
        return plies

    def verdict(self, board: Board) -> Verdict:
        return minimax(board, self.plies(board))


class SharedSolver:
    def __init__(self, variant: Variant, seconds: float = inf) -> None:
        self._seconds = seconds
        self._search = LineSearch(variant, variant.size + 1)

    def verdict(self, board: Board) -> Verdict:
        self._search.deadline = time.monotonic() + self._seconds
        node = BoundedNode(board, self._search)
        with suppress(OutOfTime):
            for plies in SHORT_DISTANCES:
                node.test_distance(plies)
            node.solve()
        return node.verdict


def random_game(board: Board, rng: Random) -> list[tuple[Board, int]]:
    made = []
    while not board.is_over:
        made.append((board, rng.choice(board.legal_moves())))
        board = board.play(made[-1][1])
    return made


def check(board: Board, review: MoveReview, lookahead: Lookahead, solver: SharedSolver) -> None:
    after = board.play(review.cell)
    for told, position in ((review.before, board), (review.after, after)):
        ahead, seen = lookahead.plies(position), lookahead.verdict(position)
        solved = solver.verdict(position)
        if position is after:
            ahead, seen, solved = ahead + 1, seen.one_ply_earlier(), solved.one_ply_earlier()
        assert may_be(told, seen), (board, review, seen)
        assert may_be(told, solved), (board, review, solved)
        is_near = told.plies is not None and told.plies <= ahead
        assert seen.is_known or not is_near, (board, review, ahead)
    check_label(review)
    if review.label in MISTAKES:
        check_better(board, review, lookahead)
    for cell in {*review.better, *review.line[:1]} - {review.cell}:
        value = solver.verdict(board.play(cell)).value
        assert value is not Value.WIN, (board, review, cell)


def may_be(told: Verdict, known: Verdict) -> bool:
    if not (told.is_known and known.is_known):
        return True
    has_distances = None not in (told.plies, known.plies)
    return told.value is known.value and (told.plies == known.plies or not has_distances)


def check_label(review: MoveReview) -> None:
    before, after = review.before.value, review.after.value
    if review.is_exact:
        assert review.label is label_by_definition(before, after)
    else:
        assert review.label is (Label.ALLOWED if after is Value.LOSS else Label.UNKNOWN)


def label_by_definition(before: Value, after: Value) -> Label:
    assert ORDER.index(after) <= ORDER.index(before)
    if before is after:
        kept = {Value.WIN: Label.KEPT_WIN, Value.DRAW: Label.KEPT_DRAW, Value.LOSS: Label.LOSING}
        return kept[before]
    return Label.LOST if after is Value.LOSS else Label.SLIPPED


def check_better(board: Board, review: MoveReview, lookahead: Lookahead) -> None:
    value = review.before.value
    values = {cell: lookahead.verdict(board.play(cell)) for cell in board.legal_moves()}
    if all(verdict.is_known for verdict in values.values()):
        keeping = {c for c, verdict in values.items() if verdict.one_ply_earlier().value is value}
        assert {*review.better} <= keeping <= {*review.better, *review.unproven}
    if review.before.value is Value.DRAW or review.before.plies:
        assert bool(review.line) == bool(review.better)
    assert set(review.line[:1]) <= set(review.better)
    for cell in review.line:
        board, value = board.play(cell), OPPOSITE.get(value, value)
        assert lookahead.verdict(board).value in (value, Value.UNKNOWN)


def check_games(
    variant: Variant, games: int, seconds: float, lookahead: Lookahead, seed: object = SEED
) -> Counter[Label]:
    rng, labels = Random(f"{variant} {seed}"), Counter[Label]()
    solver = SharedSolver(variant, seconds)
    known: dict[tuple[Board, int], Label] = {}
    for _ in range(games):
        for board, cell in random_game(Board(variant), rng):
            if (board, cell) not in known:
                review = review_move(board, cell, seconds)
                check(board, review, lookahead, solver)
                known[board, cell] = review.label
            labels[known[board, cell]] += 1
        if variant.size > MAX_SYMMETRIC_CELLS:  # another game hardly meets the same positions
            forget()
            known.clear()
    return labels
