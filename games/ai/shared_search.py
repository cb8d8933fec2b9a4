"""The exact search of boards on which both sides mark X, such as those of Notakto.

A small board with a line is dead and matters no more; of those that live only the shape counts, not
its turns and reflections, nor their order. Three boards so have 18,423 positions, all of which a
process searches once, within some tenths of a second. Who wins follows from the distance to the
end: whoever is to move when no board is left has won, for the opponent has closed the last.
"""

from __future__ import annotations

from functools import cache
from math import inf

from games.engine import CLASSIC, Board, Variant, symmetries

Shapes = tuple[int, ...]  # of the small boards that live, in ascending order


class SharedSearch:
    """An exact search, and one that sees no further than its horizon, where it knows nothing.

    It heeds no deadline, as it takes no time worth counting.
    """

    def __init__(self, win_score: int, deadline: float = inf) -> None:
        self.win_score, self.deadline = win_score, deadline
        self.nodes, self.horizon = 0, 0

    def node(self, board: Board) -> Board:
        return board

    def lead(self, board: Board) -> int:
        return self.value(board, -self.win_score, self.win_score)

    def value(self, board: Board, alpha: int, beta: int) -> int:
        before = plies_to_end.cache_info().misses
        plies = plies_to_end(_shapes(board))
        self.nodes += plies_to_end.cache_info().misses - before
        win = self.win_score - board.ply - plies
        return -win if plies % 2 else win

    def look_ahead(self, horizon: int) -> None:
        self.horizon = horizon

    def value_of_move(self, board: Board, cell: int, alpha: int) -> int:
        """Return the value of a move, 0 unless best play ends the game by the horizon."""
        value = -self.value(board.play(cell), -self.win_score, -alpha)
        return value if self.win_score - abs(value) <= self.horizon else 0


class SharedEvaluation:
    """What the levels play by: the ends of the game that they look ahead to, and else chance."""

    def new_search(self, variant: Variant, win_score: int) -> SharedSearch:
        return SharedSearch(win_score)

    def line_lacking_one(self, variant: Variant) -> int:
        return 1  # A line that is not completed is worth nothing: every other value is 0.


SHARED = SharedEvaluation()


@cache
def plies_to_end(boards: Shapes) -> int:
    """Return after how many plies the game ends if both sides play their best.

    The loser holds out as long as there is a way. To the side to move the moves are good after
    which the number is odd, for then the opponent closes the last board.
    """
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
