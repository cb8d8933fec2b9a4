from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError

from games.ai.choosers import Chooser, chooser
from games.ai.computer_players import COMPUTER_PLAYERS, MENACE
from games.ai.selfplay import Learner, MatchScore, Moves, PlayedGame, play_games
from games.engine import Board, Mark, Variant
from games.study.management.arguments import QuestionCommand, add_board, at_least, refuse
from games.study.menace import services
from games.study.menace.learner import beads_gained

SIDES = ("first", "second")
STRETCHES = 10  # into which the curve of a learner is divided
ERASE_LINE = "\r\x1b[K"


class Trainee:
    def __call__(self, board: Board, rng: Random) -> int:
        return services.menace_at(board).choose(board, rng)

    def learn(self, moves: Moves, mark: Mark, winner: Mark | None) -> None:
        services.learn_from([(mark, PlayedGame(moves, winner))])


class Command(QuestionCommand):
    help = "Let two play many games, each beginning half of them, and count who wins."

    def add_arguments(self, parser: CommandParser) -> None:
        add_board(parser)
        for name in SIDES:
            parser.add_argument(name, choices=COMPUTER_PLAYERS)
        parser.add_argument("--games", type=at_least(1), default=100, help="how many (100)")
        parser.add_argument(
            "--opening",
            type=at_least(0),
            default=0,
            help="begin with so many random moves, the same in both games of a pair (0)",
        )
        parser.add_argument("--seed", type=int, default=1, help="same number, same games (1)")
        parser.add_argument(
            "--train",
            action="store_true",
            help=f"let {MENACE.id} be the site's own Menace, which keeps what it learns",
        )
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        variant, games = options["board"], options["games"]
        players = _players(variant, options)
        match = play_games(
            *players, variant, games=games, seed=options["seed"], opening=options["opening"]
        )
        tallies = self._play(match, games)
        own = (tallies, [tally.reversed() for tally in tallies])
        if options["json"]:
            result = (
                {"player": options[side], **asdict(last)}
                for side, (*_, last) in zip(SIDES, own, strict=True)
            )
            self.stdout.write(json.dumps(list(result)))
            return
        self.stdout.write(f"{'':12} {'won':>6} {'drawn':>6} {'lost':>6} {'points':>8}")
        for side, results in zip(SIDES, own, strict=True):
            self.stdout.write(_row(options[side], results[-1]))
        for side, each, results in zip(SIDES, players, own, strict=True):
            if isinstance(each, Learner):
                self._curve(options[side], results)

    def _play(self, match: Iterator[MatchScore], games: int) -> list[MatchScore]:
        tallies = []
        try:
            for tally in match:
                tallies.append(tally)
                if self.stderr.isatty():
                    line = f"{tally.games:,} of {games:,}" if tally.games < games else ""
                    self.stderr.write(ERASE_LINE + line, str, ending="")  # not coloured as an error
                    self.stderr.flush()
        except DatabaseError as error:
            raise CommandError(f"The database of the site cannot be used: {error}.") from None
        return tallies

    def _curve(self, name: str, tallies: list[MatchScore]) -> None:
        self.stdout.write(f"\n{f'{name}, by games':41} {'beads gained':>13}")
        length = -(-len(tallies) // STRETCHES)
        before = MatchScore()
        for after in (*tallies[length - 1 : -1 : length], tallies[-1]):
            row = _row(f"{before.games + 1}-{after.games}", after.since(before))
            self.stdout.write(f"{row} {beads_gained(after.won, after.drawn, after.lost):13}")
            before = after


def _players(variant: Variant, options: dict[str, Any]) -> tuple[Chooser, Chooser]:
    if options["train"] and MENACE.id not in (options["first"], options["second"]):
        refuse(f"Only {MENACE.id} can be trained.")
    first, second = (_player(options[side], variant, options["train"]) for side in SIDES)
    return first, second


def _player(name: str, variant: Variant, train: bool) -> Chooser:
    if not COMPUTER_PLAYERS[name].plays(variant):
        refuse(f"{name} does not play on this board.")
    if train and name == MENACE.id:
        return Trainee()
    return chooser(name)


def _row(name: str, tally: MatchScore) -> str:
    return f"{name:12} {tally.won:6} {tally.drawn:6} {tally.lost:6} {tally.share:8.1%}"
