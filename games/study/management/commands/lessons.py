from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine import Board, Mark, Variant
from games.ops.program import UNTOLD
from games.study.lessons.exercises import Mistake, mistakes, openings
from games.study.management.arguments import add_board, at_least, seconds

# On boards of up to so many cells all mistakes are searched, on larger ones those of a few plies.
SMALL_BOARD, FIRST_PLIES = 12, 3


class Command(BaseCommand):
    suppressed_base_arguments = UNTOLD
    help = "List the replies that hold, and every mistake with the line that punishes it."

    def add_arguments(self, parser: CommandParser) -> None:
        add_board(parser)
        parser.add_argument(
            "--plies",
            type=at_least(0),
            help=f"look for mistakes among so many first moves (all up to {SMALL_BOARD} cells, "
            f"else {FIRST_PLIES})",
        )
        parser.add_argument("--seconds", type=seconds, default=10, help="for each position (10)")

    def handle(self, *args: Any, **options: Any) -> None:
        variant, limit, depth = options["board"], options["seconds"], options["plies"]
        if depth is None:
            depth = variant.size if variant.size <= SMALL_BOARD else FIRST_PLIES
        self.stdout.write(f"On {variant}, boards up to symmetry.")
        self._openings(variant, limit)
        self._mistakes(variant, depth, limit)

    def _openings(self, variant: Variant, limit: float) -> None:
        self.stdout.write("\nReplies that hold, by opening:")
        for opening in openings(variant, limit):
            text = _names(variant, opening.holding) if opening.holding else "none"
            if opening.unknown:
                text += f"; not solved in time: {_names(variant, opening.unknown)}"
            name = variant.cell_name(opening.cell)
            self.stdout.write(f"  {name:3}  {opening.board}  {text}")

    def _mistakes(self, variant: Variant, plies: int, limit: float) -> None:
        found = list(mistakes(variant, plies, limit))
        for mark in Mark:
            made = [item for item in found if isinstance(item, Mistake) and item.mark is mark]
            self.stdout.write(f"\n{len(made)} mistakes of {mark}, and the lines that punish them:")
            for mistake in made:
                move, line = variant.cell_name(mistake.cell), _names(variant, mistake.line)
                self.stdout.write(f"  {mistake.board}  {mark} plays {move}, then {line}")
        if unsolved := [item for item in found if isinstance(item, Board)]:
            self.stdout.write(f"\n{len(unsolved)} positions were not solved in time.")


def _names(variant: Variant, cells: tuple[int, ...]) -> str:
    return " ".join(map(variant.cell_name, cells))
