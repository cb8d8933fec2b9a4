"""Trying a mistake again: the position before the mistake, and the verdict of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine import Board, Variant, play_moves
from games.presentation.description import Drawing, describe
from games.study.reviews import mistake_wording
from games.study.reviews.page import ShownMove
from games.study.reviews.refutation import winning_move


@dataclass(frozen=True)
class Attempt:
    """An attempt at a mistake; ``moves`` lead to the position before the mistake."""

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

    @cached_property
    def refutation(self) -> tuple[int, bool] | None:
        """How the other side wins after the answer, if that is found; see ``winning_move``."""
        return None if self.tried is None else winning_move(self.board.play(self.tried))

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
        if self.is_right:
            return "solved"
        return "open" if self.tried is None or self.is_unproven else "wrong"

    @property
    def words(self) -> str:
        mistake, before = self.mistake, self.mistake.review["before"]
        if self.is_right:
            return mistake_wording.right(before)
        if self.is_shown:
            return mistake_wording.shown(self.variant, mistake.better, before)
        if self.is_hinted:
            return mistake_wording.hint(self.variant, mistake.better)
        if self.is_unproven:
            return mistake_wording.unproven()
        if self.tried is not None:
            return self._why_wrong()
        return mistake_wording.task(mistake.mover, mistake.number, mistake.label)

    def _why_wrong(self) -> str:
        if self.refutation and self.tried != self.mistake.cell:
            cell, is_at_once = self.refutation
            name = self.variant.cell_name(cell)
            return mistake_wording.refuted(self.mistake.opponent, name, is_at_once=is_at_once)
        return mistake_wording.wrong(is_same=self.tried == self.mistake.cell)

    @property
    def drawing(self) -> Drawing:
        seen_by = self.board.turn.value if self.is_open else ""
        if self.is_right and self.tried is not None:
            return describe(self.board.play(self.tried), [*self.moves, self.tried], seen_by=seen_by)
        best = self.mistake.better if self.is_shown else []
        drawing = describe(self.board, self.moves, best=best, seen_by=seen_by)
        return drawing if self.is_shown else drawing.noted(self._notes)

    @property
    def _notes(self) -> dict[int, dict[str, Any]]:
        notes: dict[int, dict[str, Any]] = {}
        if self.refutation and self.state == "wrong":
            notes[self.refutation[0]] = {"threat": self.mistake.mark.opponent.value}
        if self.tried is not None:
            notes[self.tried] = {**notes.get(self.tried, {}), "is_tried": True}
        return notes
