"""``manage.py zugzwang``: positions where pieces fall that one threat decides in the end."""

from __future__ import annotations

from random import Random
from typing import Any

from django.core.management.base import CommandParser

from games.engine import Variant, write_moves
from games.study.lessons.zugzwang import Zugzwang, zugzwangs
from games.study.management.questions import QuestionCommand, WrongInput, whole_number

MAX_EMPTY = 16  # cells; with more, a position takes too long to solve


class Command(QuestionCommand):
    help = "Find positions that one threat decides in the end, by random games and the solver."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(board="connect-four")
        parser.add_argument("--empty", default="11", help="cells that are left (11)")
        parser.add_argument("--games", default="20000", help="random games to look at (20000)")
        parser.add_argument("--seed", default="7", help="of the random games (7)")

    def answer(self, variant: Variant, options: dict[str, Any]) -> None:
        empty = whole_number(options["empty"], "The number of empty cells", least=1)
        games = whole_number(options["games"], "The number of games", least=1)
        seed = whole_number(options["seed"], "The seed")
        if not variant.drop or variant.misere:
            raise WrongInput("Pieces must fall, and lines must win: try --board connect-four.")
        if not empty <= min(MAX_EMPTY, variant.size):
            raise WrongInput(f"At most {MAX_EMPTY} cells may be empty, and no more than there are.")
        for found in zugzwangs(variant, empty, Random(seed), games):  # noqa: S311
            self._tell(found)

    def _tell(self, found: Zugzwang) -> None:
        variant = found.board.variant
        self.stdout.write(f"{found.winner} wins with {variant.cell_name(found.cell)}:")
        for row in str(found.board).split("/"):
            self.stdout.write(f"  {row}")
        self.stdout.write(f"  moves {write_moves(found.moves, variant)}")
        self.stdout.write(f"  then  {write_moves(found.line, variant)}\n")
