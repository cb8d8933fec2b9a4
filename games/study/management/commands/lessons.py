from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from games.engine import Board, Mark, Variant
from games.study.lessons.exercises import Mistake, mistakes, openings
from games.study.management.arguments import QuestionCommand, add_board, at_least, seconds

# On boards of up to so many cells all mistakes are searched, on larger ones those of a few moves.
SMALL_BOARD, FIRST_MOVES = 12, 3


class Command(QuestionCommand):
    help = "List the replies that hold, and every mistake with the line that punishes it."

    def add_arguments(self, parser: CommandParser) -> None:
        add_board(parser)
        parser.add_argument(
            "--moves",
            type=at_least(0),
            help=f"look for mistakes among so many first moves (all up to {SMALL_BOARD} cells, "
            f"else {FIRST_MOVES})",
        )
        parser.add_argument("--seconds", type=seconds, default=10, help="for each position (10)")
        parser.add_argument("--json", action="store_true", help="a line of JSON for each of them")

    def handle(self, *args: Any, **options: Any) -> None:
        variant, limit, depth = options["board"], options["seconds"], options["moves"]
        if depth is None:
            depth = variant.size if variant.size <= SMALL_BOARD else FIRST_MOVES
        self.in_json = options["json"]
        self._say(f"On {variant}, boards up to symmetry.")
        self._openings(variant, limit)
        self._mistakes(variant, depth, limit)

    def _openings(self, variant: Variant, limit: float) -> None:
        self._say("\nReplies that hold, by opening:")
        for opening in openings(variant, limit):
            move, position = variant.cell_name(opening.cell), str(opening.board)
            holding, unknown = (
                _names(variant, each) for each in (opening.holding, opening.unknown)
            )
            late = f"; not solved in time: {' '.join(unknown)}" if unknown else ""
            words = f"  {move:3}  {position}  {' '.join(holding) or 'none'}{late}"
            self._say(words, move=move, position=position, holding=holding, unknown=unknown)

    def _mistakes(self, variant: Variant, depth: int, limit: float) -> None:
        found = list(mistakes(variant, depth, limit))
        for mark in Mark:
            made = [item for item in found if isinstance(item, Mistake) and item.mark is mark]
            self._say(f"\n{len(made)} mistakes of {mark}, and the lines that punish them:")
            for mistake in made:
                move, line = variant.cell_name(mistake.cell), _names(variant, mistake.line)
                words = f"  {mistake.board}  {mark} plays {move}, then {' '.join(line)}"
                self._say(words, side=mark, position=str(mistake.board), move=move, line=line)
        if unsolved := sum(isinstance(item, Board) for item in found):
            self._say(f"\n{unsolved} positions were not solved in time.", unsolved=unsolved)

    def _say(self, words: str, **fields: Any) -> None:
        if fields or not self.in_json:
            self.stdout.write(json.dumps(fields) if self.in_json else words)


def _names(variant: Variant, cells: tuple[int, ...]) -> list[str]:
    return list(map(variant.cell_name, cells))
