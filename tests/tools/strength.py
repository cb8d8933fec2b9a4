"""Plays a level against a player that is written in another way, and says how strong it is.

    python -m tests.tools.strength gomoku
    python -m tests.tools.strength 6x6 --opponent monte-carlo --games 40
    python -m tests.tools.strength ultimate --opponent monte-carlo --playouts 10000 --opening 4

Seconds are of the processor, so that a busy machine makes nobody weaker. Games come in pairs with
the same random first moves near the middle. Of each game that is lost it looks for the move that
could have prevented it: one after which the opponent could force a win within ``SHORT`` plies, and
instead of which another move would have left none. With gomoku it also says how many plies deep the
level's search is after ten moves.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from random import Random
from statistics import median
from types import SimpleNamespace

from games.ai import evaluation, levels, search, solver
from games.ai.choosers import chooser
from games.ai.computer_players import COMPUTER_PLAYERS
from games.ai.pattern_search import PatternSearch, likely_moves
from games.ai.selfplay import MatchScore, Moves, play_game
from games.ai.threat_search import forced_win, has_threats
from games.engine import BOARDS, Board, Mark, Variant
from tests.tools.monte_carlo import MonteCarlo
from tests.tools.threat_space import ThreatSpace

Chooser = Callable[[Board, Random], int]
OPPONENTS = ("threat-space", "monte-carlo")
SHORT, NODES = 9, 5_000
CERTAINTY = 1.96  # standard deviations: 95 %
DEPTH_PLY, DEPTH_SECONDS = 10, 0.5
NEAR_MIDDLE = 3


@dataclass
class Report:
    score: MatchScore = field(default_factory=MatchScore)
    avoidable: list[str] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        low, high = interval(self.score.share, self.score.games)
        won = f"{self.score.won} won, {self.score.drawn} drawn, {self.score.lost} lost"
        lines = [f"{won}: {self.score.share:.0%} of the points, {low:.0%} to {high:.0%}"]
        lines += [f"lost to a short forced win that was avoidable: {len(self.avoidable)}"]
        lines += self.avoidable
        if self.depths:
            depths = f"{min(self.depths)} to {max(self.depths)}, median {median(self.depths):g}"
            lines.append(f"plies deep after {DEPTH_PLY} moves: {depths}")
        return "\n".join(lines)


def interval(share: float, games: int) -> tuple[float, float]:
    z2 = CERTAINTY**2 / games
    middle = (share + z2 / 2) / (1 + z2)
    half = CERTAINTY / (1 + z2) * sqrt(share * (1 - share) / games + z2 / games / 4)
    return middle - half, middle + half


def opening(variant: Variant, plies: int, rng: Random) -> Board:
    column, row = variant.width // 2, variant.height // 2
    steps = list(product(range(-NEAR_MIDDLE, NEAR_MIDDLE + 1), repeat=2))
    near = {(column + across, row + down) for across, down in steps}
    board = Board(variant)
    for _ in range(plies):
        moves = board.legal_moves()
        cells = [cell for cell in moves if variant.is_divided or variant.place(cell) in near]
        board = board.play(rng.choice(cells))
    return board


def avoidable_mistake(moves: Moves, mark: Mark) -> str:
    for board, cell in moves:
        if board.turn is mark and allows_short_win(board, cell):
            for other in likely_moves(board):
                if not forced_win(board.play(other), nodes=NODES):
                    name = board.variant.cell_name
                    return f"{board}: {mark} played {name(cell)} and not {name(other)}"
            return ""
    return ""


def allows_short_win(board: Board, cell: int) -> bool:
    child = board.play(cell)
    line = None if child.outcome() else forced_win(child, nodes=NODES)
    return line is not None and len(line) <= SHORT


def depth_reached(board: Board) -> int:
    patterns, budget = PatternSearch(board), search.Budget(seconds=DEPTH_SECONDS)
    patterns.best_moves(likely_moves(board), budget, board.variant.size)
    return patterns.depth


def play(
    player: Chooser, opponent: Chooser, variant: Variant, games: int, seed: int, plies: int
) -> Iterator[Report]:
    report = Report()
    for number in range(games):
        start = opening(variant, plies, Random(f"{seed}/{number // 2}"))
        mark = Mark.O if number % 2 else Mark.X
        sides = {mark: player, mark.opponent: opponent}
        game = play_game(sides, start, Random(f"{seed}/{number}"))
        report.score = report.score.after(game.winner, mark)
        if has_threats(variant):
            if game.winner is mark.opponent and (mistake := avoidable_mistake(game.moves, mark)):
                report.avoidable.append(mistake)
            report.depths += [depth_reached(b) for b, _ in game.moves if b.ply == DEPTH_PLY]
        yield report


def count_processor_time() -> None:
    for module in (search, evaluation, levels, solver):
        module.time = SimpleNamespace(monotonic=time.process_time)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.strength")
    parser.add_argument("board", choices=BOARDS)
    parser.add_argument("--player", default="champion", choices=COMPUTER_PLAYERS)
    parser.add_argument(
        "--opponent", default="threat-space", choices=[*OPPONENTS, *COMPUTER_PLAYERS]
    )
    parser.add_argument("--games", type=int, default=20, help="(20)")
    parser.add_argument("--seed", type=int, default=5, help="of the openings and players (5)")
    parser.add_argument("--opening", type=int, default=3, help="random moves first (3)")
    parser.add_argument("--playouts", type=int, default=8000, help="of monte-carlo a move (8000)")
    options = parser.parse_args()
    count_processor_time()
    name, variant = options.opponent, BOARDS[options.board].variant
    players = {"threat-space": ThreatSpace(), "monte-carlo": MonteCarlo(options.playouts)}
    opponent = players.get(name) or chooser(name)
    match = (chooser(options.player), opponent, variant, options.games, options.seed)
    for report in play(*match, options.opening):
        print(f"{report.score.games}: {report.score.share:.1%}", file=sys.stderr)
    print(f"{options.player} against {name} on {options.board}\n{report}")


if __name__ == "__main__":
    main()
