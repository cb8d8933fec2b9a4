"""A line is a puzzle; ``python -m tests.tools.content puzzles`` makes and proves them."""

# What a wrong move leads to is ``draw c4`` or ``loss 4 c4-d3-e2``: lost in four plies, and the
# moves that show it; the group without cells has all others.

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from games.ai.solver import Value, Verdict
from games.engine import BOARDS, Board, Variant, play_moves, read_moves
from games.engine.translation import gettext_noop as _

FOLDER = Path(__file__).parent / "data"
DAILY = "days.jsonl"  # the ids of daily puzzles, a line for each weekday, in the order of weeks
FIRST = "97ea0efe"  # a fork on the classic board, for somebody who has tried no puzzle yet
DAYS = 7  # of a week
GRADES = {1: _("Very easy"), 2: _("Easy"), 3: _("Tricky"), 4: _("Hard"), 5: _("Very hard")}
# Of a puzzle without a page: what ``manage.py solve`` takes, and what it answers.
TEXT = "{position}  on {board}, grade {grade}\n  {to_move} to move: {value} with {answers}"

Cells = tuple[int, ...]


class Theme(StrEnum):
    WIN = "win-now"
    BLOCK = "block"
    FORK = "fork"
    FOUR_THREE = "four-three"
    THREE = "three"
    PARITY = "parity"
    SEND = "send"


THEMES = {
    Theme.WIN: _("Win now"),
    Theme.BLOCK: _("Block"),
    Theme.FORK: _("Fork"),
    Theme.FOUR_THREE: _("Four-three"),
    Theme.THREE: _("Threes"),
    Theme.PARITY: _("Odd and even"),
    Theme.SEND: _("Where you send them"),
}


@dataclass(frozen=True, slots=True)
class Refutation:
    verdict: Verdict
    line: Cells


@dataclass(frozen=True, slots=True)
class Stage:
    reply: int | None
    right: Mapping[int, Stage]
    also: Cells
    wrong: Mapping[Refutation, Cells]
    unproven: Cells

    @property
    def has_only_move(self) -> bool:
        return len(self.right) == 1 and bool(self.wrong) and not (self.also or self.unproven)

    def refutation(self, cell: int) -> Refutation:
        named = (refutation for refutation, cells in self.wrong.items() if cell in cells)
        return next(named, None) or next(r for r, cells in self.wrong.items() if not cells)

    def keeps(self, cell: int) -> int | None:
        """Return the move with which play goes on after one that keeps the value, else None."""
        return cell if cell in self.right else next(iter(self.right)) if cell in self.also else None

    def with_following(self) -> Iterator[Stage]:
        yield self
        for after in self.right.values():
            yield from after.with_following()

    def best(self) -> Iterator[int]:
        for cell, stage in list(self.right.items())[:1]:
            yield cell
            yield from stage.best()


@dataclass(frozen=True)
class Puzzle:
    id: str
    variant: Variant
    moves: Cells
    goal: Value
    theme: Theme | None
    read_stage: Callable[[], Stage] = field(compare=False, repr=False)
    misses: Mapping[str, int]
    grade: int

    def __str__(self) -> str:
        fields = self.as_fields()
        answers = " or ".join(fields["answers"])
        return TEXT.format(**fields | {"answers": answers})

    @cached_property
    def stage(self) -> Stage:
        return self.read_stage()

    @cached_property
    def board(self) -> Board:
        return play_moves(Board(self.variant), self.moves)

    @property
    def solution(self) -> int:
        return next(iter(self.stage.right))

    @property
    def plies(self) -> int:
        if self.goal is Value.WIN:
            return len(self.line(tuple(self.stage.best())))
        return max(refutation.verdict.plies or 0 for refutation in self.stage.wrong)

    def as_fields(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "board": str(self.variant),
            "position": str(self.board),
            "to_move": self.board.turn,
            "value": self.goal,
            "plies": self.plies if self.goal is Value.WIN else None,
            "theme": self.theme,
            "grade": self.grade,
            "answers": [*map(self.variant.cell_name, self.stage.right)],
        }

    def after(self, own: Sequence[int]) -> Stage:
        """Return the stage after one's own moves.

        :raises KeyError: if one of them is wrong.
        """
        stage = self.stage
        for cell in own:
            stage = stage.right[cell]
        return stage

    def resumed(self, own: Sequence[int]) -> Cells:
        """Return one's own moves if they lead to where another one is asked for, else none."""
        try:
            return tuple(own) if self.after(own).right else ()
        except KeyError:
            return ()

    def position(self, own: Sequence[int]) -> Board:
        return play_moves(self.board, self.line(own))

    def line(self, own: Sequence[int]) -> Cells:
        replies = (self.after(own[:count]).reply for count in range(1, len(own) + 1))
        pairs = zip(own, replies, strict=True)
        return tuple(cell for pair in pairs for cell in pair if cell is not None)


@cache
def all_puzzles() -> Mapping[str, Puzzle]:
    return {puzzle.id: puzzle for board in BOARDS for puzzle in read(board)}


def of_kind(theme: str = "", board: str = "") -> list[Puzzle]:
    boards = [board] if board else BOARDS
    variants = [BOARDS[each].variant for each in boards]
    puzzles = (each for each in all_puzzles().values() if each.variant in variants)
    return [puzzle for puzzle in puzzles if theme in ("", puzzle.theme)]


@lru_cache(maxsize=100)
def find(id: str) -> Puzzle | None:
    """Do as ``all_puzzles().get``, without parsing the others, which takes 40 ms."""
    named = json.dumps({"id": id})[:-1]
    for board in BOARDS:
        for line in _lines(board, FOLDER):
            if line.startswith(named):
                return _from_line(line, BOARDS[board].variant)
    return None


def first() -> Puzzle:
    return all_puzzles()[FIRST]


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: easy on Monday, harder each day, and hardest on Sunday."""
    # None comes again before all others of its weekday had their week. Puzzles that are added to
    # the books later change no date, nor may one be removed that has a date.
    of_weekday = _by_weekday()[day.weekday()]
    puzzle = find(of_weekday[day.toordinal() // DAYS % len(of_weekday)])
    assert puzzle  # noqa: S101 - each that has a date is in a book
    return puzzle


def read(board: str, folder: Path = FOLDER) -> list[Puzzle]:
    return [_from_line(line, BOARDS[board].variant) for line in _lines(board, folder)]


def _lines(board: str, folder: Path) -> list[str]:
    path = folder / f"{board}.jsonl"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _from_line(line: str, variant: Variant) -> Puzzle:
    fields = json.loads(line)
    return Puzzle(
        id=fields["id"],
        variant=variant,
        moves=read_moves(fields["moves"], variant),
        goal=Value(fields["goal"]),
        theme=Theme(fields["theme"]) if fields["theme"] else None,
        read_stage=lambda: _stage(fields["stage"], variant),
        misses=fields["misses"],
        grade=fields["grade"],
    )


def _stage(fields: Mapping[str, Any], variant: Variant) -> Stage:
    def cells(name: str) -> Cells:
        return read_moves(fields.get(name, ""), variant)

    right = fields.get("right", {}).items()
    wrong = fields.get("wrong", {}).items()
    return Stage(
        reply=next(iter(cells("reply")), None),
        right={variant.cell_named(name): _stage(after, variant) for name, after in right},
        also=cells("also"),
        wrong={_refutation(words, variant): read_moves(names, variant) for words, names in wrong},
        unproven=cells("unproven"),
    )


def _refutation(words: str, variant: Variant) -> Refutation:
    value, *plies, names = words.split(" ")
    verdict = Verdict(Value(value), int(plies[0]) if plies else None)
    return Refutation(verdict, read_moves(names, variant))


@cache
def _by_weekday() -> list[list[str]]:
    lines = (FOLDER / DAILY).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
