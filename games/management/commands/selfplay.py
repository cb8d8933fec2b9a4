"""``manage.py selfplay``: a match between two ways of playing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.ai.selfplay import PLAYERS, NoSuchPlayer, Tally, play_games, player
from games.engine import Variant
from games.management.questions import Question, WrongInput, whole_number

SIDES = ("first", "second")
BAR = 40  # characters


class Command(Question):
    help = "Let two play many games, each beginning half of them, and count who wins."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        for name in SIDES:
            parser.add_argument(name, help=f"one of {', '.join(PLAYERS)}")
        parser.add_argument("--games", default="100", help="how many (100)")
        parser.add_argument(
            "--opening",
            default="0",
            help="begin with so many random moves, the same in both games of a pair (0)",
        )
        parser.add_argument("--seed", default="1", help="the same games for the same number (1)")

    def answer(self, variant: Variant, options: dict[str, Any]) -> None:
        games = whole_number(options["games"], "The number of games", least=1)
        seed = whole_number(options["seed"], "The seed")
        opening = whole_number(options["opening"], "The number of random moves")
        try:
            first, second = (player(options[name]) for name in SIDES)
        except NoSuchPlayer as error:
            raise WrongInput(str(error)) from error
        for tally in play_games(first, second, variant, games=games, seed=seed, opening=opening):
            self._progress(tally.games, games)
        self.stdout.write(f"{'':12} {'won':>6} {'drawn':>6} {'lost':>6} {'points':>8}")
        self._row(options["first"], tally)
        self._row(options["second"], tally.reversed())

    def _progress(self, done: int, games: int) -> None:
        """Draw a progress bar on a terminal."""
        if self.stderr.isatty():
            bar = "#" * (BAR * done // games)
            self.stderr.write(f"\r[{bar:{BAR}}] {done}/{games}", ending="")
            self.stderr.write("\n" if done == games else "", ending="")
            self.stderr.flush()

    def _row(self, name: str, tally: Tally) -> None:
        self.stdout.write(
            f"{name:12} {tally.won:6} {tally.drawn:6} {tally.lost:6} {tally.share:8.1%}"
        )
