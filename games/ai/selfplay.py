"""Many games between two ways of playing, to measure the one against the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from games.ai.evaluation import MARKS, TENS, Judgement, judge, ours
from games.ai.levels import LEVELS
from games.engine import Board, Mark, Variant

Player = Callable[[Board, Random], int]
# The published heuristics look three plies ahead, and so does ours when compared with them.
DEPTH = 3


class NoSuchPlayer(ValueError):
    """Nobody plays by this name."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games the first of two players won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The first player's points out of all, a draw counting half."""
        return (self.won + self.drawn / 2) / self.games

    def plus(self, points: float) -> Tally:
        """Return the tally after one more game, worth 1, 0.5 or 0 to the first player."""
        return Tally(
            self.won + (points == 1), self.drawn + (points == 0.5), self.lost + (points == 0)
        )

    def turned(self) -> Tally:
        """Return what the other player would count."""
        return Tally(self.lost, self.drawn, self.won)


def by_judgement(judgement: Judgement | None, board: Board, rng: Random) -> int:
    values = judge(board, judgement or ours(board.variant), depth=DEPTH)
    best = max(values.values())
    return rng.choice([cell for cell, value in values.items() if value == best])


def at_random(board: Board, rng: Random) -> int:
    return rng.choice(board.legal_moves())


PLAYERS: dict[str, Player] = {
    **{level.id: level.choose for level in LEVELS.values()},
    "lines": partial(by_judgement, None),
    "tens": partial(by_judgement, TENS),
    "marks": partial(by_judgement, MARKS),
    "random": at_random,
}


def player(name: str) -> Player:
    """Return the player of a name: a level's id, a heuristic, or ``random``.

    :raises NoSuchPlayer: if there is none.
    """
    if name not in PLAYERS:
        raise NoSuchPlayer(f"{name} is none of {', '.join(PLAYERS)}.")
    return PLAYERS[name]


def play_games(
    first: Player, second: Player, variant: Variant, *, games: int, seed: int, opening: int = 0
) -> Iterator[Tally]:
    """Play, and yield the tally after each game; they take turns to begin.

    Every game has a random source of its own, so a longer match begins with a shorter one. The
    first ``opening`` moves are made at random, the same ones in both games of a pair.
    """
    tally = Tally()
    for number in range(games):
        rng = _random(f"{seed}/{number}")
        start = _opening(variant, opening, _random(f"{seed}/{number // 2}/opening"))
        mark = Mark.O if number % 2 else Mark.X
        sides = {mark: first, mark.opponent: second}
        tally = tally.plus(_points(play_game(sides, start, rng), mark))
        yield tally


def play_game(sides: dict[Mark, Player], board: Board, rng: Random) -> Mark | None:
    """Play on to the end, and return who won."""
    while not (outcome := board.outcome()):
        if board.is_dead:
            return None
        board = board.play(sides[board.turn](board, rng))
    return outcome.winner


def _random(seed: str) -> Random:
    return Random(seed)  # noqa: S311 - to be repeated, not to keep secrets


def _points(winner: Mark | None, mark: Mark) -> float:
    if winner is None:
        return 0.5
    return 1 if winner is mark else 0


def _opening(variant: Variant, plies: int, rng: Random) -> Board:
    board = Board(variant)
    for _ in range(plies):
        following = board.play(at_random(board, rng))
        if following.outcome():
            break
        board = following
    return board
