"""``manage.py openings``: makes openings of duels, or checks all that there are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ai.alphabeta import OutOfTime
from games.engine import BOARDS, Board, IllegalMove, canonical
from games.people.openings import book
from games.people.openings.generator import PLIES, Opening, discover, errors_in

MAX_FRUITLESS = 20_000  # positions in a row without a new opening, after which there may be no more


class Command(BaseCommand):
    help = "Make openings of duels on a board, or check all that come with the program."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["make", "check"])
        parser.add_argument("--board", choices=list(PLIES), action="append", help="default: all")
        parser.add_argument("--count", type=int, default=10, help="how many to add (10)")
        parser.add_argument("--seed", type=int, default=1, help="of the random moves (1)")
        parser.add_argument("--seconds", type=float, default=5, help="time to prove each (5)")
        parser.add_argument("--folder", type=Path, default=book.FOLDER, help="of the data")

    def handle(self, *args: Any, **options: Any) -> None:
        act = self._make if options["action"] == "make" else self._check
        try:
            for board in options["board"] or PLIES:
                act(board, options)
        except (book.UnusableOpenings, OSError) as error:
            raise CommandError(str(error)) from None

    def _make(self, board: str, options: dict[str, Any]) -> None:
        known = {canonical(opening.board) for opening in book.read(board, options["folder"])}
        left, fruitless = options["count"], 0
        for opening in discover(BOARDS[board].variant, options["seed"], options["seconds"]):
            if not left or fruitless == MAX_FRUITLESS:
                break
            fruitless += 1
            if opening and (position := canonical(opening.board)) not in known:
                known.add(position)
                book.add(board, opening, options["folder"])
                left, fruitless = left - 1, 0
        self.stdout.write(f"Openings on {board} now: {len(known)}")

    def _check(self, board: str, options: dict[str, Any]) -> None:
        """Prove all openings of a board anew, as far as there is time; stop at a wrong one."""
        seen, found = set[Board](), Counter[str]()
        for opening in book.read(board, options["folder"]):
            found[_checked(opening, seen, options["seconds"])] += 1
        counts = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
        self.stdout.write(f"{board:13} {found.total():4} openings: {counts}")


def _checked(opening: Opening, seen: set[Board], seconds: float) -> str:
    """Make sure that an opening is right, and not among those seen; say how that is known.

    :raises CommandError: if it is wrong or seen.
    """
    try:
        position = canonical(opening.board)
        error = "it is there twice" if position in seen else errors_in(opening, seconds)
    except IllegalMove:
        error = "its moves are against the rules"
    except OutOfTime:
        seen.add(position)
        return f"not proven in {seconds:g} seconds (by the file: {opening.proof})"
    if error:
        raise CommandError(f"The opening {opening.moves} on {opening.variant} is wrong: {error}.")
    seen.add(position)
    return "even by the search" if opening.lead is not None else "proven to be drawn"
