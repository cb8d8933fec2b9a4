from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from games.ai.solver import Value
from games.ai.threats import BoardEffect, board_effect
from games.engine import Board, Goal, Variant, play_moves
from games.presentation import board_wording
from games.presentation.sides import side
from games.study.puzzles.book import Refutation

# What a side does that ends the game.
ENDS = {
    Goal.MARKS: lazy("make %(number)s in a row"),
    Goal.BOARDS: lazy("complete %(number)s boards in a row"),
    Goal.LAST: lazy("close the last board"),
}


def ending(variant: Variant) -> str:
    number = board_wording.number(variant.run).lower()
    return ENDS[variant.rules.goal] % {"number": number}


@dataclass(frozen=True, slots=True)
class Refuted:
    board: Board  # before the answer
    tried: int
    refutation: Refutation

    @property
    def variant(self) -> Variant:
        return self.board.variant

    @property
    def mover(self) -> str:
        return side(self.board.turn, self.variant)

    @property
    def opponent(self) -> str:
        return side(self.board.turn.opponent, self.variant)

    @property
    def cell(self) -> str:
        return self.variant.cell_name(self.tried)

    @property
    def run(self) -> str:
        return board_wording.number(self.variant.run).lower()

    @property
    def end(self) -> str:
        return ending(self.variant)

    @property
    def moves(self) -> int:
        return (self.refutation.verdict.plies or 0) // 2

    @property
    def is_drawn(self) -> bool:
        return self.refutation.verdict.value is Value.DRAW

    @property
    def is_landed_on(self) -> bool:
        above = (self.tried - self.variant.width,)
        return self.variant.drop and self.moves == 1 and self.refutation.line == above

    @property
    def effect(self) -> BoardEffect:
        return board_effect(self.board, self.tried)

    @property
    def sent_to(self) -> str:
        board = self.effect.sends
        return "" if board is None else board_wording.small_board(self.variant, board)

    @property
    def replies(self) -> list[str]:
        return list(map(self.variant.cell_name, self.refutation.line))

    @property
    def line(self) -> list[str]:
        outcome = play_moves(self.board.play(self.tried), self.refutation.line).outcome()
        is_won = outcome and not self.variant.misere
        return list(map(self.variant.cell_name, outcome.line)) if outcome and is_won else []

    @property
    def last_board(self) -> str:
        board = self.variant.board_of(self.refutation.line[-1])
        return board_wording.small_board(self.variant, board)
