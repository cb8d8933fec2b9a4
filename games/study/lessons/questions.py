"""Questions that lessons begin with: a position, what is asked, and what each cell answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.ai.solver import Value, solve
from games.engine import Board, Mark, Variant, play_moves, symmetries
from games.presentation.drawing import draw_board, draw_marks
from games.presentation.sides import side
from games.presentation.stepper import LineStep, line_of_play
from games.study.lessons.exercises import best_line

# What is said of an answer that is not the best, by what it leads to.
MISSED = {
    Value.DRAW: _("After %(cell)s, %(opponent)s can hold the draw."),
    Value.LOSS: _("After %(cell)s, %(opponent)s wins."),
}

# What is said of a cell that is not the same as the ``shown`` one.
NEVER_THERE = _("However you turn or mirror the board, %(cell)s does not come to lie on %(shown)s.")
ELSEWHERE = _(
    "Turn the board until %(cell)s lies on %(shown)s: the other marks are somewhere else then."
)


@dataclass(frozen=True)
class Question:
    """A position in which a cell is asked for.

    ``asked`` and what is said of an answer may name the sides %(x)s and %(o)s, the %(mark)s that is
    put, its %(opponent)s, the %(cell)s that was pressed, and the ``values``.
    """

    variant: Variant
    moves: tuple[int, ...]
    asked: str
    because: str  # said of a right answer
    otherwise: str = ""  # said of a wrong one, in place of what the solver says
    values: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def board(self) -> Board:
        return play_moves(Board(self.variant), self.moves)

    @cached_property
    def mark(self) -> Mark:
        return self.board.turn

    @cached_property
    def right(self) -> frozenset[int]:
        """The moves after which the game ends best for the side to move."""
        solution = solve(self.board)
        return frozenset(
            c for c, verdict in solution.moves.items() if verdict.value is solution.value
        )

    def words(self) -> str:
        return self._say(self.asked)

    def explain(self, cell: int) -> str:
        return self._say(self.sentence(cell), cell)

    def sentence(self, cell: int) -> str:
        """Return what is said of an answer, before the names in it are filled in."""
        if cell in self.right:
            return self.because
        return self.otherwise or MISSED[solve(self.board).moves[cell].value]

    def steps(self, cell: int | None = None) -> list[LineStep]:
        """Return the position, and after an answer the best play that follows it."""
        if cell is None:
            return [LineStep(draw_board(self.board, self._last), "", "")]
        return line_of_play(self.variant, self.moves, [cell, *best_line(self.board.play(cell))])

    @property
    def _last(self) -> int | None:
        return self.moves[-1] if self.moves else None

    def _say(self, words: str, cell: int | None = None) -> str:
        name = "" if cell is None else self.variant.cell_name(cell)
        x, o = (side(mark, self.variant) for mark in Mark)
        mark, opponent = (x, o) if self.mark is Mark.X else (o, x)
        shared = {"mark": mark, "opponent": opponent, "x": x, "o": o, "cell": name}
        return gettext(words) % {**shared, **self.values}


@dataclass(frozen=True)
class ChosenMoves(Question):
    """A question about something else than the result: the ``cells`` are right."""

    cells: frozenset[int] = frozenset()

    @cached_property
    def right(self) -> frozenset[int]:
        return self.cells


@dataclass(frozen=True)
class SameMove(ChosenMoves):
    """A question which cells are the same as the last move on a turned or mirrored board."""

    @cached_property
    def mark(self) -> Mark:
        return self.board.turn.opponent

    def sentence(self, cell: int) -> str:
        if cell in self.right:
            return self.because
        shown = self.moves[-1]
        comes_there = any(way[cell] == shown for way in symmetries(self.variant))
        return ELSEWHERE if comes_there else NEVER_THERE

    def steps(self, cell: int | None = None) -> list[LineStep]:
        """Return the position, and then the one with the answer beside the last move."""
        asked = super().steps()
        if cell is None:
            return asked
        marks = [each.mark for each in asked[0].drawing.cells]
        marks[cell] = self.mark
        return [*asked, LineStep(draw_marks(self.variant, marks, cell), "", "")]
