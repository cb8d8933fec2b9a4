"""The content of a puzzle's page: a move is asked for, a wrong one is refuted, or it is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from games.ai.threats import threats
from games.engine import Board, Mark, Preset, play_moves, write_moves
from games.engine.presets import named
from games.models import Player
from games.presentation.cells import spoken
from games.presentation.description import Drawing, describe
from games.presentation.sides import side
from games.study.puzzles import book, wording
from games.study.puzzles.book import Cells, Puzzle, Stage
from games.study.puzzles.days import Days
from games.study.puzzles.models import PuzzleAttempt, Result
from games.study.puzzles.record import squares
from games.web import sessions

OWN_MOVES = sessions.choice("puzzle_moves")  # in the session: those made in the last puzzle
MAX_ROWS = 2  # of moves beside the board, the last ones
LATEST_DAYS = 4  # on the card that leads to the puzzle of the day


class Row(NamedTuple):
    number: int
    cell: str
    is_only: bool
    reply: str
    is_block: bool


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """The page of a puzzle for one person."""

    puzzle: Puzzle
    result: Result | None  # None while the puzzle is open
    is_daily: bool
    own: Cells = ()
    found: int = 0
    tried: int | None = None
    counted: int | None = None
    is_hinted: bool = False
    step: int | None = None
    squares: str = ""

    @property
    def is_open(self) -> bool:
        return self.result is None

    @property
    def is_begun(self) -> bool:
        return self.is_open and bool(self.own)

    @property
    def is_refuted(self) -> bool:
        return self.tried is not None and self.tried not in self.stage.unproven

    @property
    def is_asked(self) -> bool:
        return self.is_open and not self.is_refuted

    @property
    def stage(self) -> Stage:
        return self.puzzle.after(self.own)

    @property
    def line(self) -> Cells:
        return self.puzzle.line(self.own)

    @property
    def shown(self) -> int:
        return len(self.line) if self.step is None else min(self.step, len(self.line))

    @property
    def board(self) -> Preset:
        board = named(self.puzzle.variant)
        assert board is not None  # noqa: S101 - puzzles are of boards that are offered
        return board

    @property
    def grade(self) -> str:
        return str(wording.GRADES[self.puzzle.grade])

    @property
    def theme(self) -> str:
        theme = self.puzzle.theme
        return str(wording.THEMES[theme]) if theme else self.grade

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
    def words(self) -> str:
        if self.result:
            first = self.own[min(self.found, len(self.own) - 1)]
            return wording.ending(self.puzzle, self.result, first)
        return wording.task(self.puzzle)

    @property
    def move_words(self) -> str:
        count = len(self.progress)
        return wording.move_of(self.number, count) if self.is_open and count > 1 else ""

    @property
    def detail(self) -> str:
        if self.result:
            return wording.why(self.puzzle)
        words = wording.where(self._position), wording.what_counts(self.puzzle, self.stage)
        return " ".join(filter(None, words))

    @property
    def refutation(self) -> tuple[str, str]:
        assert self.tried is not None  # noqa: S101 - asked for only then
        return wording.refutation(self._position, self.tried, self.stage.refutation(self.tried))

    @property
    def note(self) -> str:
        if self.counted is not None:
            return wording.slower(self.puzzle, self.counted, self.own[-1])
        if self.tried is not None and not self.is_refuted:
            return wording.unproven(self.puzzle, self.tried)
        return wording.hint(self.puzzle, self._position, self.stage) if self.is_hinted else ""

    @property
    def state(self) -> str:
        return self.result or ("wrong" if self.is_refuted else "open")

    @property
    def rows(self) -> list[Row]:
        whole, rest = divmod(self.shown, 2)
        rows = list(self._rows())[: whole + rest][-MAX_ROWS:]
        return [*rows[:-1], rows[-1]._replace(reply="")] if rest and rows else rows

    @property
    def step_words(self) -> str:
        moves = self._moves[len(self.puzzle.moves) :]
        if not moves:
            return ""
        mark = Mark.of_ply(len(self._moves) - 1)
        cell = spoken(self.puzzle.variant.cell_name(moves[-1]))
        return f"{side(mark, self.puzzle.variant)}: {cell}"

    @property
    def moves_to_play(self) -> str:
        moves = self.puzzle.moves if self._shown_board.is_over else self._moves
        return write_moves(moves, self.puzzle.variant)

    @property
    def drawing(self) -> Drawing:
        seen_by = self.turn.value if self.is_asked else ""
        drawing = describe(self._shown_board, self._moves, seen_by=seen_by)
        if self.tried is None or not self.is_refuted:
            return drawing
        return drawing.noted({self.tried: {"is_tried": True}})

    @property
    def _position(self) -> Board:
        return self.puzzle.position(self.own)

    @property
    def _moves(self) -> Cells:
        moves = self.puzzle.moves + self.line[: self.shown]
        if self.tried is None or self.is_asked:
            return moves
        return (*moves, self.tried, *self.stage.refutation(self.tried).line)

    @property
    def _shown_board(self) -> Board:
        return play_moves(Board(self.puzzle.variant), self._moves)

    def _rows(self) -> Iterator[Row]:
        board, stage, name = self.puzzle.board, self.puzzle.stage, self.puzzle.variant.cell_name
        for number, cell in enumerate(self.own, start=1):
            is_only = stage.has_only_move
            board, stage = board.play(cell), stage.right[cell]
            is_block = stage.reply in threats(board, self.turn)
            reply = "" if stage.reply is None else name(stage.reply)
            yield Row(number, name(cell), is_only, reply, is_block and not board.variant.misere)
            board = board if stage.reply is None else board.play(stage.reply)


def puzzle_page(
    puzzle: Puzzle, attempt: PuzzleAttempt | None, today: date, own: Cells = ()
) -> PuzzlePage:
    is_daily = puzzle == book.of_day(today)
    result = _result(attempt, today, is_daily=is_daily)
    if attempt is None or result is None:
        return PuzzlePage(puzzle, None, is_daily, puzzle.resumed(own))
    own, found = _to_the_end(puzzle, own)
    is_shown = result is Result.SHOWN
    return PuzzlePage(
        puzzle,
        result,
        is_daily,
        own,
        found=found if is_shown else len(own),
        step=len(puzzle.line(own[:found])) + 1 if is_shown else None,
        squares=squares(attempt, result),
    )


def own_moves(request: HttpRequest, puzzle: Puzzle) -> Cells:
    kept = request.session.get(OWN_MOVES, {})
    return tuple(kept["moves"]) if kept.get("puzzle") == puzzle.id else ()


def context_of_day(request: HttpRequest, player: Player | None) -> dict[str, Any]:
    today = timezone.localdate()
    puzzle = book.of_day(today)
    is_read = Q(puzzle=puzzle.id) | Q(daily_on__isnull=False)
    attempts = list(player.puzzle_attempts.filter(is_read)) if player else []
    attempt = next((each for each in attempts if each.puzzle == puzzle.id), None)
    days = Days.of(attempts, today)
    page = puzzle_page(puzzle, attempt, today, own_moves(request, puzzle))
    return {
        "puzzle": replace(page, step=0),
        "streak": days.streak,
        "latest_days": days.latest(LATEST_DAYS),
    }


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
