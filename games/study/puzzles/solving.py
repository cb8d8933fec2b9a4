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
from games.presentation.sides import side
from games.study.puzzles import book
from games.study.puzzles.book import Cells, Puzzle, Stage
from games.study.puzzles.models import PuzzleAttempt, Result
from games.study.puzzles.reasons import ending, reason, refuted
from games.study.puzzles.record import squares

LARGE, CROP = 11, 12  # crossings on a side; more are too small for a finger on a phone


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
    def is_unproven(self) -> bool:
        return self.tried in self.stage.unproven

    @property
    def is_refuted(self) -> bool:
        return self.tried is not None and not self.is_unproven

    @property
    def is_noted(self) -> bool:
        return self.is_unproven or self.counted is not None or self.is_hinted

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
    def turn(self) -> Mark:
        return self.puzzle.board.turn

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
    def step_words(self) -> str:
        if len(self.moves) == len(self.puzzle.moves):
            return ""
        mark, cell = Mark.of_ply(len(self.moves) - 1), self.variant.cell_name(self.moves[-1])
        return f"{side(mark, self.variant)}: {spoken(cell)}"

    @property
    def moves_to_play(self) -> str:
        moves = self.puzzle.moves if self._shown_board.is_over else self.moves
        return write_moves(moves, self.variant)

    @property
    def drawing(self) -> Drawing:
        seen_by = self.turn.value if self.state == "open" else ""
        drawing = describe(self._shown_board, self.moves, seen_by=seen_by)
        if self.tried is not None and self.is_refuted:
            return drawing.noted({self.tried: {"is_tried": True}})
        return drawing.noted({self.own[0]: {"is_best": True}}) if self.result else drawing

    @property
    def moves(self) -> Cells:
        moves = self.puzzle.moves + self.line[: self.shown]
        if self.tried is None or self.is_unproven:
            return moves
        return (*moves, self.tried, *self.stage.refutation(self.tried).line)

    @property
    def _shown_board(self) -> Board:
        return play_moves(Board(self.variant), self.moves)


def facts_of(solving: Solving) -> dict[str, Any]:
    puzzle, board, variant = solving.puzzle, solving.position, solving.variant
    own, tried, counted, name = solving.own, solving.tried, solving.counted, variant.cell_name
    target, moves_to_win = board.target(), own_moves(puzzle.plies)
    return {
        "grade": _(book.GRADES[puzzle.grade]),
        "theme": _(book.THEMES[puzzle.theme]) if puzzle.theme else "",
        "mover": side(solving.turn, variant),
        "opponent": side(solving.turn.opponent, variant),
        "end": ending(variant),
        "is_to_win": puzzle.goal is Value.WIN,
        "moves_to_win": moves_to_win,
        "number_to_win": board_wording.number(moves_to_win).lower(),
        "answers": [*map(name, solving.stage.right)],
        "target": None if target is None else board_wording.small_board(variant, target),
        "wins_now": completing(board, board.turn, solving.stage.right),
        "is_threatened": {*threats(board, board.turn.opponent)} & {*board.legal_moves()},
        "tried": None if tried is None else name(tried),
        "counted": None if counted is None else name(counted),
        "last": name(own[-1]) if own else None,
        "first_shown": name(own[min(solving.found, len(own) - 1)]) if own else None,
        "moves": _moves_shown(solving),
        "crop": crop(variant, solving.moves + puzzle.line(tuple(puzzle.stage.best()))),
        "why": reason(puzzle, own) if solving.result else None,
        "refuted": _refuted(solving),
    }


def _refuted(solving: Solving) -> dict[str, Any] | None:
    if solving.tried is None or solving.is_unproven:
        return None
    return refuted(solving.position, solving.tried, solving.stage.refutation(solving.tried))


def _moves_shown(solving: Solving) -> list[SolutionMove]:
    marks = (solving.turn, solving.turn.opponent)
    directions = {solving.shown - 1: "back", solving.shown + 1: "on"}
    return [
        SolutionMove(
            step, marks[step % 2 - 1], solving.variant.cell_name(cell), directions.get(step, "to")
        )
        for step, cell in enumerate(solving.line, start=1)
    ]


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


def crop(variant: Variant, cells: Cells) -> Crop | None:
    """Return the part of a board that has all cells and, with room for it, a line around."""
    # Boards that are small enough and stones that are too far apart are shown whole.
    spans = [(min(places), max(places)) for places in zip(*map(variant.place, cells), strict=True)]
    extent = max(last - first for first, last in spans) + 1
    side = LARGE if extent + 2 <= LARGE else CROP
    starts = ((first + last + 1 - side) // 2 for first, last in spans)
    left, top = (min(max(start, 0), variant.width - side) for start in starts)
    return Crop(side, left, top) if extent <= side < variant.width else None


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
