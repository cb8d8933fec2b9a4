"""Notakto: a board with a line is dead, of the others only the shapes count, not their order."""

from __future__ import annotations

from functools import cache

from games.ai.search import Search
from games.engine import CLASSIC, Board, symmetries

Shapes = tuple[int, ...]  # of the small boards that live, in ascending order


class SharedSearch(Search[Board]):
    """What ends beyond its horizon is worth 0 to it: there the levels play by chance."""

    def node(self, board: Board) -> Board:
        return board

    def evaluate(self, node: Board) -> int:
        return self.value(node, -self.win_score, self.win_score)

    def value(self, node: Board, alpha: int, beta: int) -> int:
        before = plies_to_end.cache_info().misses
        plies = plies_to_end(_shapes(node))
        self.nodes += plies_to_end.cache_info().misses - before
        win = self.win_score - node.ply - plies
        if node.ply + plies > self.horizon:
            return 0
        return -win if plies % 2 else win


@cache
def plies_to_end(boards: Shapes) -> int:
    """Return after how many plies the game ends if both sides play their best."""
    if not boards:
        return 0
    lengths = {plies_to_end(following) for following in _following(boards)}
    return 1 + min([n for n in lengths if n % 2], default=max(lengths))


def _following(boards: Shapes) -> set[Shapes]:
    return {
        tuple(sorted([*boards[:number], *after, *boards[number + 1 :]]))
        for number, shape in enumerate(boards)
        for after in _moves(shape)
    }


@cache
def _moves(shape: int) -> set[Shapes]:
    marked = (shape | 1 << cell for cell in range(CLASSIC.size) if not shape >> cell & 1)
    return {_living(marks) for marks in marked}


@cache
def _living(marks: int) -> Shapes:
    if CLASSIC.rules.contains_line(marks):
        return ()
    cells = [cell for cell in range(CLASSIC.size) if marks >> cell & 1]
    return (min(sum(1 << way[cell] for cell in cells) for way in symmetries(CLASSIC)),)


def _shapes(board: Board) -> Shapes:
    variant = board.variant
    marks = [0] * len(variant.boards)
    for cell in range(variant.size):
        if board.x >> cell & 1:
            marks[variant.board_of(cell)] |= 1 << variant.place_on_board(cell)
    return tuple(sorted([shape for each in marks for shape in _living(each)]))
