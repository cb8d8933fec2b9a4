"""Lines of play to step through on a board, forwards and backwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.ai.threats import move_effect, threats
from games.engine import Board, Mark, Variant, play_moves
from games.presentation import move_wording
from games.presentation.drawing import Drawing, draw_board
from games.presentation.position_addresses import play_address


@dataclass(frozen=True, slots=True)
class LineStep:
    drawing: Drawing
    words: str
    play: str  # the address to play on from here, "" at the end of a game

    @property
    def data(self) -> dict[str, Any]:
        cells = self.drawing.cells
        line = sorted((cell for cell in cells if cell.in_line), key=lambda cell: cell.line_place)
        return {
            "marks": [cell.mark for cell in cells],
            "threats": [cell.threat for cell in cells],
            "last": next((cell.number for cell in cells if cell.is_last), None),
            "line": [cell.number for cell in line],
            "closed": self.drawing.closed,
            "target": self.drawing.target,
            "words": self.words,
            "play": self.play,
        }


@dataclass(frozen=True, slots=True)
class Stepper:
    """A line of play with the step that is shown."""

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
        return [step.data for step in self.steps]


def _told(board: Board, cell: int) -> str:
    return move_wording.move(move_effect(board, cell), board.variant)


def line_of_play(
    variant: Variant,
    before: Sequence[int],
    line: Sequence[int],
    tell: Callable[[Board, int], str] = _told,
) -> list[LineStep]:
    """Return a step for the position after ``before``, and for each move of the ``line``.

    :param tell: says what a move does; by itself it solves the board
    """
    board = play_moves(Board(variant), before)
    steps = [_step(board, before, move_wording.to_move(board))]
    for number, cell in enumerate(line, start=1):
        words = tell(board, cell)
        board = board.play(cell)
        steps.append(_step(board, [*before, *line[:number]], words, cell))
    return steps


def _step(board: Board, moves: Sequence[int], words: str, last: int | None = None) -> LineStep:
    drawing = draw_board(board, last)
    if board.is_over:
        return LineStep(drawing, words, "")
    marks = {mark: threats(board, mark) for mark in Mark}
    cells = [
        replace(cell, threat="".join(mark for mark in Mark if cell.number in marks[mark]))
        for cell in drawing.cells
    ]
    return LineStep(replace(drawing, cells=cells), words, play_address(board.variant, moves))
