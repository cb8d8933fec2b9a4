"""Trying a mistake again: the position before the mistake, and the verdict of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine import Board, Variant, play_moves
from games.presentation.drawing import Drawing, draw_board
from games.study.reviews import mistake_wording
from games.study.reviews.page import ShownMove


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a mistake; ``moves`` lead to the position before the mistake.

    ``tried`` is the cell of an answer. Before there is an answer, nothing here gives away the
    better moves.
    """

    mistake: ShownMove
    moves: Sequence[int]
    tried: int | None = None
    is_hinted: bool = False
    is_shown: bool = False

    @property
    def variant(self) -> Variant:
        return self.mistake.variant

    @property
    def board(self) -> Board:
        return play_moves(Board(self.variant), self.moves)

    @property
    def is_right(self) -> bool:
        return self.tried in self.mistake.better

    @property
    def is_unproven(self) -> bool:
        """Whether the answer may be right, but was not proven in time."""
        return self.tried in self.mistake.review.get("unproven", ())

    @property
    def is_open(self) -> bool:
        """Whether another answer may be given."""
        return not self.is_right and not self.is_shown

    @property
    def state(self) -> str:
        """The state of the attempt, with the same names as for puzzles."""
        if self.is_right:
            return "solved"
        return "open" if self.tried is None or self.is_unproven else "wrong"

    @property
    def words(self) -> str:
        mistake, better = self.mistake, self.mistake.better
        if self.is_right:
            return mistake_wording.right(mistake.review["before"])
        if self.is_shown:
            return mistake_wording.shown(self.variant, better, mistake.review["before"])
        if self.is_hinted:
            return mistake_wording.hint(self.variant, better)
        if self.is_unproven:
            return mistake_wording.unproven()
        if self.tried is not None:
            return mistake_wording.wrong(is_same=self.tried == mistake.cell)
        return mistake_wording.task(mistake.mover, mistake.number, mistake.label)

    @property
    def drawing(self) -> Drawing:
        if self.is_right and self.tried is not None:
            return draw_board(self.board.play(self.tried), self.tried)
        best = self.mistake.better if self.is_shown else []
        last = self.moves[-1] if self.moves else None
        drawing = draw_board(self.board, last, best)
        tried = None if self.is_shown else self.tried
        return replace(
            drawing, cells=[replace(c, is_tried=c.number == tried) for c in drawing.cells]
        )
