from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from games.engine.errors import IllegalMove, ImpossiblePosition, OnClosedBoard, WrongBoard
from games.engine.mark import Mark
from games.engine.rules import Goal, Rules, cells_of, check_counts

if TYPE_CHECKING:
    from games.engine.board import Board
    from games.engine.variant import Variant


class DividedRules(Rules):
    # A small board that somebody has won, or that is full, is closed.
    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.boards = variant.boards

    def open_cells(self, x: int, o: int) -> int:
        closed, free = self.with_line(x) | self.with_line(o), self.full & ~(x | o)
        for number, mask in enumerate(self.boards):
            if closed >> number & 1:
                free &= ~mask
        return free

    def with_line(self, marks: int) -> int:
        starts = 0
        for shifts, cells in self.variant.line_shifts:
            rest = marks
            for shift in shifts:
                rest &= rest >> shift
            starts |= rest & cells
        return self._numbers(starts) if starts else 0

    def _numbers(self, cells: int) -> int:
        return sum([1 << number for number, mask in enumerate(self.boards) if cells & mask])


class UltimateRules(DividedRules):
    """A move names the next small board; whoever is sent to a closed one chooses."""

    remembers_last = True
    goal = Goal.BOARDS

    @cached_property
    def _frame(self) -> Rules:
        side = self.variant.run
        return type(self.variant)(side, side, side).rules

    def playable(self, x: int, o: int, last: int | None = None) -> int:
        target = self.target(x, o, last)
        if target is not None:
            return self.boards[target] & ~(x | o)
        return self.open_cells(x, o)

    def refusal(self, board: Board, cell: int) -> IllegalMove:
        if (board.x | board.o) >> cell & 1:
            return super().refusal(board, cell)
        if self.variant.board_of(cell) in self.closed(board.x, board.o):
            return OnClosedBoard("This small board has been won, so it takes no more moves.")
        return WrongBoard("The last move leads to another small board.")

    def has_line(self, marks: int) -> bool:
        return self._frame.contains_line(self.with_line(marks))

    def line_in(self, marks: int) -> tuple[int, ...]:
        line = self._frame.line_in(self.with_line(marks))
        return tuple([self.variant.middle_of(number) for number in line])

    def is_dead(self, x: int, o: int) -> bool:
        closed, frame = self.closed(x, o), self._frame
        lost = ((1 << number for number, by in closed.items() if by is not mark) for mark in Mark)
        return not any(frame.contains_line(frame.full & ~sum(boards)) for boards in lost)

    def closed(self, x: int, o: int) -> Mapping[int, Mark | None]:
        won, taken = {Mark.X: self.with_line(x), Mark.O: self.with_line(o)}, x | o
        winners = {
            number: next((mark for mark, boards in won.items() if boards >> number & 1), None)
            for number in range(len(self.boards))
        }
        is_full = [not mask & ~taken for mask in self.boards]
        return {number: mark for number, mark in winners.items() if mark or is_full[number]}

    def leads_to(self, cell: int) -> int | None:
        return self.variant.place_on_board(cell)

    def target(self, x: int, o: int, last: int | None) -> int | None:
        if last is None:
            return None
        number = self.variant.place_on_board(last)
        mask = self.boards[number]
        if not mask & ~(x | o) or self.with_line(x & mask) or self.with_line(o & mask):
            return None
        return number

    def check_reachable(self, board: Board) -> None:
        # What one can see; whether some order of moves leads there is not proven.
        check_counts(board)
        marks = board.marks_of(board.turn.opponent)
        if (board.last is None) != (not board.ply):
            raise ImpossiblePosition("After the marks of this board stands its last move, as @e5.")
        if board.last is not None and not marks >> board.last & 1:
            raise ImpossiblePosition(f"The last move was made by {board.turn.opponent}.")
        if self.with_line(board.x) & self.with_line(board.o):
            raise ImpossiblePosition("Only one side can have won a small board.")
        if board.last is not None and self._was_closed(board, board.last):
            raise ImpossiblePosition("The last move was made on a small board that was closed.")
        super().check_reachable(board)
        if board.last is not None and board.ply > 1 and not self._was_sent(board, board.last):
            raise ImpossiblePosition(f"No move of {board.turn} led to the board of the last move.")

    def last_moves(self, board: Board, marks: int) -> int:
        return 0 if board.last is None else 1 << board.last

    def _was_sent(self, board: Board, cell: int) -> bool:
        before, number = board.without(cell), self.variant.board_of(cell)
        return any(
            self.target(before.x, before.o, earlier) in (number, None)
            and not self._was_closed(before, earlier)
            for earlier in cells_of(before.marks_of(board.turn))
        )

    def _was_closed(self, board: Board, cell: int) -> bool:
        before = board.without(cell)
        return self.variant.board_of(cell) in self.closed(before.x, before.o)


class NotaktoRules(DividedRules):
    """Both mark X (mask ``x``), a line closes its board, and whoever closes the last loses."""

    has_draws = False

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.goal = Goal.LAST if len(self.boards) > 1 else Goal.MARKS

    def mark(self, ply: int) -> Mark:
        return Mark.X

    def last_marks(self, x: int, o: int) -> int:
        return x

    def playable(self, x: int, o: int, last: int | None = None) -> int:
        return self.open_cells(x, o)

    def refusal(self, board: Board, cell: int) -> IllegalMove:
        if board.x >> cell & 1:
            return super().refusal(board, cell)
        return OnClosedBoard("This small board has a line, so it takes no more moves.")

    def has_line(self, marks: int) -> bool:
        return self.with_line(marks).bit_count() == len(self.boards)

    def is_dead(self, x: int, o: int) -> bool:
        return False

    def closed(self, x: int, o: int) -> Mapping[int, Mark | None]:
        dead = self.with_line(x)
        return {number: None for number in range(len(self.boards)) if dead >> number & 1}

    def check_reachable(self, board: Board) -> None:
        if board.o:
            raise ImpossiblePosition("Both sides mark X on this board.")
        for mask in self.boards:
            marks = board.x & mask
            earlier = [marks & ~(1 << cell) for cell in cells_of(marks)]
            if earlier and all(map(self.contains_line, earlier)):
                raise ImpossiblePosition("One move cannot have completed all these lines.")
