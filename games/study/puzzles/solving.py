from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.ai.solver import Value, own_moves
from games.ai.threats import completing, threats
from games.engine import Board, Mark, Preset, Variant, play_moves, write_moves
from games.engine.presets import named
from games.presentation import board_wording
from games.presentation.cells import spoken
from games.presentation.description import Drawing, describe
from games.presentation.marks import Pieces
from games.presentation.sides import side
from games.study.puzzles import book
from games.study.puzzles.book import Cells, Puzzle, Stage
from games.study.puzzles.models import PuzzleAttempt, Result
from games.study.puzzles.reasons import reason
from games.study.puzzles.record import squares
from games.study.puzzles.refutations import ending, refuted

CROP = 12  # crossings, the most of which are large enough for a finger on a phone


class SolutionMove(NamedTuple):
    step: int
    mark: Mark
    cell: str
    direction: str  # of the step to it, which a key makes


@dataclass(frozen=True, slots=True)
class Solving:
    puzzle: Puzzle
    result: Result | None  # None while the puzzle is open
    is_daily: bool
    own: Cells = ()
    found: int = 0
    tried: int | None = None
    counted: int | None = None
    is_hinted: bool = False
    with_hint: bool = False
    step: int | None = None
    squares: str = ""

    @property
    def is_open(self) -> bool:
        return self.result is None

    @property
    def is_begun(self) -> bool:
        return self.is_open and bool(self.own)

    @property
    def is_unproven(self) -> bool:
        return self.tried in self.stage.unproven

    @property
    def is_refuted(self) -> bool:
        return self.tried is not None and not self.is_unproven

    @property
    def is_noted(self) -> bool:
        return self.is_unproven or self.counted is not None or self.is_hinted

    @property
    def is_asked(self) -> bool:
        return self.is_open and not self.is_refuted

    @property
    def state(self) -> str:
        return self.result or ("wrong" if self.is_refuted else "open")

    @property
    def stage(self) -> Stage:
        return self.puzzle.after(self.own)

    @property
    def position(self) -> Board:
        return self.puzzle.position(self.own)

    @property
    def line(self) -> Cells:
        return self.puzzle.line(self.own)

    @property
    def shown(self) -> int:
        return len(self.line) if self.step is None else min(self.step, len(self.line))

    @property
    def variant(self) -> Variant:
        return self.puzzle.variant

    @property
    def board(self) -> Preset:
        board = named(self.variant)
        assert board is not None  # noqa: S101 - puzzles are of boards that are offered
        return board

    @property
    def grade(self) -> str:
        return _(book.GRADES[self.puzzle.grade])

    @property
    def theme(self) -> str:
        theme = self.puzzle.theme
        return _(book.THEMES[theme]) if theme else self.grade

    @property
    def turn(self) -> Mark:
        return self.puzzle.board.turn

    @property
    def mover(self) -> str:
        return side(self.turn, self.variant)

    @property
    def opponent(self) -> str:
        return side(self.turn.opponent, self.variant)

    @property
    def is_to_win(self) -> bool:
        return self.puzzle.goal is Value.WIN

    @property
    def moves_to_win(self) -> int:
        return own_moves(self.puzzle.plies)

    @property
    def number_to_win(self) -> str:
        return board_wording.number(self.moves_to_win).lower()

    @property
    def why(self) -> dict[str, Any]:
        return reason(self.puzzle, self.own)

    @property
    def end(self) -> str:
        return ending(self.variant)

    @property
    def number(self) -> int:
        return len(self.own) + 1

    @property
    def progress(self) -> list[str]:
        left = len(list(self.stage.best()))
        if self.is_open:
            return ["done"] * len(self.own) + ["now"] + [""] * (left - 1)
        return ["done"] * self.found + [""] * (len(self.own) - self.found)

    @property
    def first_shown(self) -> str:
        return self._name(self.own[min(self.found, len(self.own) - 1)])

    @property
    def answers(self) -> list[str]:
        return [*map(self._name, self.puzzle.stage.right)]

    @property
    def where(self) -> str:
        return where(self.position)

    @property
    def target(self) -> str:
        target = self.position.target()
        return "" if target is None else board_wording.small_board(self.variant, target)

    @property
    def wins_now(self) -> bool:
        board = self.position
        return bool(completing(board, board.turn, self.stage.right))

    @property
    def is_threatened(self) -> bool:
        board = self.position
        return not {*threats(board, board.turn.opponent)}.isdisjoint(board.legal_moves())

    @property
    def counted_cell(self) -> str:
        return "" if self.counted is None else self._name(self.counted)

    @property
    def last_cell(self) -> str:
        return self._name(self.own[-1]) if self.own else ""

    @property
    def tried_cell(self) -> str:
        return "" if self.tried is None else self._name(self.tried)

    @property
    def refuted(self) -> dict[str, Any]:
        assert self.tried is not None  # noqa: S101 - asked for only after a wrong answer
        return refuted(self.position, self.tried, self.stage.refutation(self.tried))

    @property
    def moves_shown(self) -> list[SolutionMove]:
        marks = (self.turn, self.turn.opponent)
        directions = {self.shown - 1: "back", self.shown + 1: "on"}
        return [
            SolutionMove(step, marks[step % 2 - 1], self._name(cell), directions.get(step, "to"))
            for step, cell in enumerate(self.line, start=1)
        ]

    @property
    def crop(self) -> Crop | None:
        cells = (*self._moves, *self.puzzle.line(tuple(self.puzzle.stage.best())))
        return crop(self.variant, cells) if self.drawing.pieces is Pieces.STONES else None

    @property
    def step_words(self) -> str:
        if len(self._moves) == len(self.puzzle.moves):
            return ""
        mark = Mark.of_ply(len(self._moves) - 1)
        return f"{side(mark, self.variant)}: {spoken(self._name(self._moves[-1]))}"

    @property
    def moves_to_play(self) -> str:
        moves = self.puzzle.moves if self._shown_board.is_over else self._moves
        return write_moves(moves, self.variant)

    @property
    def drawing(self) -> Drawing:
        seen_by = self.turn.value if self.is_asked else ""
        drawing = describe(self._shown_board, self._moves, seen_by=seen_by)
        if self.is_refuted and self.tried is not None:
            return drawing.noted({self.tried: {"is_tried": True}})
        return drawing.noted({self.own[0]: {"is_best": True}}) if self.result else drawing

    @property
    def _moves(self) -> Cells:
        moves = self.puzzle.moves + self.line[: self.shown]
        if self.tried is None or self.is_asked:
            return moves
        return (*moves, self.tried, *self.stage.refutation(self.tried).line)

    @property
    def _shown_board(self) -> Board:
        return play_moves(Board(self.variant), self._moves)

    def _name(self, cell: int) -> str:
        return self.variant.cell_name(cell)


def where(board: Board) -> str:
    if not board.variant.rules.remembers_last:
        return ""
    target = board.target()
    if target is None:
        return _("Play in any open board.")
    words = _("Play in the %(board)s.")
    return words % {"board": board_wording.small_board(board.variant, target)}


class Crop(NamedTuple):
    """A square of crossings: how many there are on a side, and left of it and above it."""

    side: int
    left: int
    top: int


def crop(variant: Variant, cells: Cells) -> Crop:
    """Return the part of the board that has all cells and, with room for it, a line around."""
    spans = [(min(places), max(places)) for places in zip(*map(variant.place, cells), strict=True)]
    extent = max(last - first for first, last in spans) + 1
    side = min(max(extent, min(extent + 2, CROP)), variant.width)
    starts = ((first + last + 1 - side) // 2 for first, last in spans)
    left, top = (min(max(start, 0), variant.width - side) for start in starts)
    return Crop(side, left, top)


def solving_of(
    puzzle: Puzzle, attempt: PuzzleAttempt | None, today: date, own: Cells = ()
) -> Solving:
    is_daily = puzzle == book.of_day(today)
    result = _result(attempt, today, is_daily=is_daily)
    if attempt is None or result is None:
        with_hint = bool(attempt and attempt.hinted_at)
        return Solving(puzzle, None, is_daily, puzzle.resumed(own), with_hint=with_hint)
    own, found = _to_the_end(puzzle, own)
    is_shown = result is Result.SHOWN
    return Solving(
        puzzle,
        result,
        is_daily,
        own,
        found=found if is_shown else len(own),
        step=len(puzzle.line(own[:found])) + 1 if is_shown else None,
        with_hint=bool(attempt.hinted_at),
        squares=squares(attempt, result),
    )


def _to_the_end(puzzle: Puzzle, own: Cells) -> tuple[Cells, int]:
    try:
        return (*own, *puzzle.after(own).best()), len(own)
    except KeyError:
        return _to_the_end(puzzle, ())


def _result(attempt: PuzzleAttempt | None, today: date, *, is_daily: bool) -> Result | None:
    # The daily puzzle is open again for a person who did it on another day, so that it can count
    # for this day.
    if attempt is None:
        return None
    if not is_daily:
        return attempt.result
    if attempt.daily_on != today:
        return Result.SHOWN if attempt.was_shown_on(today) else None
    return Result.SOLVED if attempt.shown_at else attempt.result
