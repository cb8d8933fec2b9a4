from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from games.engine.perft import TooManyPositions, count_sequences
from games.study.management.arguments import QuestionCommand, add_board, at_least, refuse


class Command(QuestionCommand):
    help = "Count the sequences of moves on a board, move by move."

    def add_arguments(self, parser: CommandParser) -> None:
        add_board(parser)
        parser.add_argument("depth", type=at_least(0), help="the length of the longest sequence")
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for ply, count in enumerate(count_sequences(options["board"], options["depth"])):
                line = json.dumps({"ply": ply, "count": count}) if options["json"] else None
                self.stdout.write(line or f"{ply:3} {count:,}")
                self.stdout.flush()
        except TooManyPositions as error:
            refuse(str(error))
