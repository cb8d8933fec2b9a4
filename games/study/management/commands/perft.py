"""``manage.py perft``: the number of move sequences of each length."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.engine import Variant, count_sequences
from games.study.management.questions import QuestionCommand, whole_number


class Command(QuestionCommand):
    help = "Count the sequences of moves on a board, ply by ply."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("depth", help="how many plies to count")

    def answer(self, variant: Variant, options: dict[str, Any]) -> None:
        plies = whole_number(options["depth"], "The depth")
        for ply, count in enumerate(count_sequences(variant, plies)):
            self.stdout.write(f"{ply:3} {count:,}")
            self.stdout.flush()
