"""The content of a puzzle's page: still open, after a wrong answer, or with the solution."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from games.engine import Board, Mark, Preset, play_moves, write_moves
from games.engine.presets import named
from games.models import Player
from games.presentation import hint_wording
from games.presentation.cell_names import spoken
from games.presentation.drawing import Drawing, draw_board
from games.presentation.sides import side
from games.study.puzzles import book, wording
from games.study.puzzles.book import Puzzle
from games.study.puzzles.models import PuzzleAttempt, Result
from games.study.puzzles.record import squares


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """The page of a puzzle for one person.

    ``step`` is how many moves of the line are on the board, ``tried`` the cell of a wrong answer.
    ``squares`` are the answers of a person to a puzzle that is over, to share.
    """

    puzzle: Puzzle
    result: Result | None  # None while the puzzle is open
    is_daily: bool
    step: int = 0
    tried: int | None = None
    squares: str = ""

    @property
    def is_open(self) -> bool:
        return self.result is None

    @property
    def board(self) -> Preset:
        board = named(self.puzzle.variant)
        assert board is not None  # noqa: S101 - puzzles are of boards that are offered
        return board

    @property
    def grade(self) -> str:
        return str(wording.GRADES[self.puzzle.grade])

    @property
    def turn(self) -> Mark:
        return self.puzzle.board.turn

    @property
    def words(self) -> str:
        if self.result:
            return wording.ending(self.puzzle, self.result)
        if self.tried is not None:
            return wording.wrong()
        return wording.task(self.puzzle)

    @property
    def detail(self) -> str:
        """The reason of a verdict, "" before there is one."""
        if self.result:
            return wording.why(self.puzzle)
        if self.tried is not None:
            return wording.why_wrong(self.puzzle, self.tried)
        return ""

    @property
    def state(self) -> str:
        """How the puzzle stands: ``open``, ``wrong`` after a wrong answer, or its result."""
        return self.result or ("open" if self.tried is None else "wrong")

    @property
    def step_words(self) -> str:
        """The move of the line that the board shows last, "" if it shows none."""
        if not self.step:
            return ""
        cell = self.puzzle.line[self.step - 1]
        mark = Mark.of_ply(len(self.puzzle.moves) + self.step - 1)
        return f"{side(mark, self.puzzle.variant)}: {spoken(self.puzzle.variant.cell_name(cell))}"

    @property
    def moves_to_play(self) -> str:
        """The moves to the position shown or, if it is over, to the puzzle's own, as text."""
        moves = self.puzzle.moves if self._board.is_over else self._moves
        return write_moves(moves, self.puzzle.variant)

    @property
    def drawing(self) -> Drawing:
        solution = [self.puzzle.proof.solution] if self.result and self.step <= 1 else []
        drawing = draw_board(self._board, self._moves[-1] if self._moves else None, solution)
        return self._with_verdict(drawing)

    @property
    def _moves(self) -> tuple[int, ...]:
        return self.puzzle.moves + self.puzzle.line[: self.step]

    @property
    def _board(self) -> Board:
        return play_moves(Board(self.puzzle.variant), self._moves)

    def _with_verdict(self, drawing: Drawing) -> Drawing:
        if self.tried is None:
            return drawing
        verdict = self.puzzle.proof.others[self.tried]
        words = hint_wording.verdict_in_words({"value": verdict.value, "plies": verdict.plies})
        cells = list(drawing.cells)
        cells[self.tried] = replace(cells[self.tried], verdict=words, is_tried=True)
        return replace(drawing, cells=cells)


def puzzle_page(
    puzzle: Puzzle,
    attempt: PuzzleAttempt | None,
    today: date,
    *,
    step: int | None = None,
    tried: int | None = None,
) -> PuzzlePage:
    """Return the page of a puzzle, with the solution only if this person already knows it."""
    is_daily = puzzle == book.of_day(today)
    result = _result(attempt, today, is_daily=is_daily)
    if attempt is None or result is None:
        return PuzzlePage(puzzle, None, is_daily, tried=tried)
    shown = 1 if step is None else min(step, len(puzzle.line))
    return PuzzlePage(puzzle, result, is_daily, shown, squares=squares(attempt, result))


def page_of_day(player: Player | None, today: date) -> PuzzlePage:
    """Return the day's puzzle for the pages that lead to it, as it stands for this person."""
    puzzle = book.of_day(today)
    attempts = player.puzzle_attempts.filter(puzzle=puzzle.id) if player else []
    return puzzle_page(puzzle, next(iter(attempts), None), today, step=0)


def _result(attempt: PuzzleAttempt | None, today: date, *, is_daily: bool) -> Result | None:
    """Return how a puzzle ended, None while it is open.

    The daily puzzle is open again for a person who did it on another day, so that it can count for
    this day.
    """
    if attempt is None:
        return None
    if not is_daily:
        return attempt.result
    if attempt.daily_on != today:
        return Result.SHOWN if attempt.was_shown_on(today) else None
    return Result.SOLVED if attempt.shown_at else attempt.result
