"""``x`` and ``o`` are the masks of marks, ``last`` the last cell where the rules depend on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from games.engine.errors import IllegalMove, ImpossiblePosition, Occupied, Unsupported
from games.engine.mark import Mark

if TYPE_CHECKING:
    from games.engine.board import Board
    from games.engine.variant import Variant


class Goal(StrEnum):
    MARKS = "marks"
    BOARDS = "boards"
    LAST = "last"


class Rules:
    # The offset from a cell to the one below, which must support it; 0 where nothing falls. A mask
    # shifted right by it holds the cells that have support.
    support_offset = 0
    remembers_last = False  # whether what may be played depends on the last move
    goal = Goal.MARKS
    has_draws = True

    def __init__(self, variant: Variant) -> None:
        self.variant, self.line_shifts = variant, variant.line_shifts
        self.full = variant.full
        self.floor = variant.full  # the cells that need no support

    def mark(self, ply: int) -> Mark:
        return Mark.O if ply & 1 else Mark.X

    def last_marks(self, x: int, o: int) -> int:
        return x if (x | o).bit_count() & 1 else o

    def playable(self, x: int, o: int, last: int | None = None) -> int:
        """Return the mask of the cells that may be marked next, if nobody has won."""
        return self.full & ~(x | o)

    def open_cells(self, x: int, o: int) -> int:
        """Return the mask of the cells that may be marked now or later, if nobody has won."""
        return self.full & ~(x | o)

    def refusal(self, board: Board, cell: int) -> IllegalMove:
        return Occupied("That cell is already taken.")

    def line_in(self, marks: int) -> tuple[int, ...]:
        """Return the line that ends the game, the first of several; an empty tuple for none."""
        return self.lines_in(marks)[0] if self.has_line(marks) else ()

    def is_dead(self, x: int, o: int) -> bool:
        return not any(self.contains_line(self.full & ~marks) for marks in (x, o))

    def closed(self, x: int, o: int) -> Mapping[int, Mark | None]:
        return {}

    def leads_to(self, cell: int) -> int | None:
        return None

    def target(self, x: int, o: int, last: int | None) -> int | None:
        """Return the small board on which the next move must be made, None if there is none."""
        return None

    def contains_line(self, marks: int) -> bool:
        for shifts, starts in self.line_shifts:
            rest = marks
            for shift in shifts:
                rest &= rest >> shift
            if rest & starts:
                return True
        return False

    # Whether the marks of one side end the game; small boards have a rule of their own.
    has_line = contains_line

    def lines_in(self, marks: int) -> list[tuple[int, ...]]:
        pairs = zip(self.variant.masks, self.variant.lines, strict=True)
        return [line for mask, line in pairs if marks & mask == mask]

    def check_reachable(self, board: Board) -> None:
        check_counts(board)
        if self.has_line(board.marks_of(board.turn)):
            raise ImpossiblePosition(
                f"{board.turn} has completed a line, so nobody can have moved since."
            )
        is_won = self.has_line(board.marks_of(board.turn.opponent))
        if is_won and next(self.predecessors(board), None) is None:
            raise ImpossiblePosition("One move cannot have completed all these lines.")

    def predecessors(self, board: Board) -> Iterator[Board]:
        marks = board.marks_of(board.turn.opponent)
        for cell in cells_of(self.last_moves(board, marks)):
            if not self.has_line(marks & ~(1 << cell)):
                yield board.without(cell)

    def last_moves(self, board: Board, marks: int) -> int:
        return marks


class DroppingRules(Rules):
    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.support_offset = variant.width
        self.floor = self.full & -1 << variant.size - variant.width

    def playable(self, x: int, o: int, last: int | None = None) -> int:
        taken = x | o
        return (taken >> self.support_offset | self.floor) & ~taken

    def refusal(self, board: Board, cell: int) -> IllegalMove:
        if (board.x | board.o) >> cell & 1:
            return super().refusal(board, cell)
        return Unsupported("A piece falls to the lowest free cell of its column.")

    def check_reachable(self, board: Board) -> None:
        taken = board.x | board.o
        check_counts(board)
        if taken & ~(taken >> self.support_offset | self.floor):
            raise ImpossiblePosition("A piece falls to the lowest free cell, so none hangs.")
        super().check_reachable(board)
        if board.ply and not self._comes_from_empty_board(list(self.predecessors(board))):
            raise ImpossiblePosition("In no order of moves do pieces fall like this.")

    def last_moves(self, board: Board, marks: int) -> int:
        return marks & ~((board.x | board.o) << self.support_offset)

    def _comes_from_empty_board(self, boards: list[Board]) -> bool:
        seen = set(boards)
        while boards:
            board = boards.pop()
            if not board.ply:
                return True
            earlier = [before for before in self.predecessors(board) if before not in seen]
            seen.update(earlier)
            boards += earlier
        return False


def cells_of(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def check_counts(board: Board) -> None:
    if board.x.bit_count() - board.o.bit_count() not in (0, 1):
        raise ImpossiblePosition("X begins, so there are as many X as O, or one X more.")
