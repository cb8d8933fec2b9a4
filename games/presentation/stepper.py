from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from games.ai.threats import move_effect, threats
from games.engine import Board, Mark, Variant, play_moves, write_moves
from games.engine.presets import named
from games.presentation import move_wording
from games.presentation.description import Drawing, describe


@dataclass(frozen=True, slots=True)
class LineStep:
    drawing: Drawing
    words: str
    play: str  # the address to play on from here, "" at the end of a game


@dataclass(frozen=True, slots=True)
class Stepper:
    id: str
    steps: list[LineStep]
    shown: int
    address: str

    @property
    def step(self) -> LineStep:
        return self.steps[self.shown]

    @property
    def drawing(self) -> Drawing:
        return self.step.drawing

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    @property
    def data(self) -> list[dict[str, Any]]:
        return [
            {**each.drawing.facts, "words": each.words, "play": each.play} for each in self.steps
        ]


def _told(board: Board, cell: int) -> str:
    return move_wording.move(move_effect(board, cell), board.variant)


def line_of_play(
    variant: Variant,
    before: Sequence[int],
    line: Sequence[int],
    tell: Callable[[Board, int], str] = _told,
) -> list[LineStep]:
    """``tell`` says what a move does; by itself it solves the board."""
    board = play_moves(Board(variant), before)
    steps = [_step(board, before, (), move_wording.to_move(board))]
    for number, cell in enumerate(line, start=1):
        words = tell(board, cell)
        board = board.play(cell)
        made = [*before, *line[:number]]
        steps.append(_step(board, made, made, words))
    return steps


def _step(board: Board, moves: Sequence[int], shown: Sequence[int], words: str) -> LineStep:
    drawing = describe(board, shown)
    if board.is_over:
        return LineStep(drawing, words, "")
    marks = {mark: threats(board, mark) for mark in Mark}
    cells = {cell for found in marks.values() for cell in found}
    notes = {c: {"threat": "".join(m for m in Mark if c in marks[m])} for c in cells}
    return LineStep(drawing.noted(notes), words, play_address(board.variant, moves))


def play_address(variant: Variant, moves: Sequence[int]) -> str:
    preset = named(variant)
    query = {"board": preset.id if preset else str(variant)}
    if moves:
        query["moves"] = write_moves(moves, variant)
    return f"{reverse('games:home')}?{urlencode(query)}"
