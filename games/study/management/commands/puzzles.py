from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from games.engine import BOARDS
from games.study.management.arguments import QuestionCommand, at_least, refuse
from games.study.puzzles import book, services


class Command(QuestionCommand):
    help = "Deal puzzles with their answers, the easier ones first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", nargs="?", type=at_least(1), default=1, help="how many (1)")
        parser.add_argument("--board", default="", choices=BOARDS)
        parser.add_argument("--theme", default="", choices=book.THEMES)
        parser.add_argument("--grade", type=int, choices=book.GRADES)
        parser.add_argument("--json", action="store_true", help="a line of JSON for each of them")

    def handle(self, *args: Any, **options: Any) -> None:
        kind = (options[name] for name in ("theme", "board", "grade", "count"))
        puzzles = services.choose(*kind)
        for puzzle in puzzles:
            self.stdout.write(json.dumps(puzzle.as_fields()) if options["json"] else str(puzzle))
        if not puzzles:
            refuse("There are no such puzzles.")
