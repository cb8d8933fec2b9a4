"""Matches between two ways of playing, to measure one against the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom
from typing import NamedTuple, Protocol, runtime_checkable

from games.ai.evaluation import (
    MARK_COUNT,
    POWERS_OF_TEN,
    Evaluation,
    evaluate_moves,
    evaluation_for,
)
from games.ai.levels import LEVELS
from games.ai.menace import Menace, Moves
from games.engine import Board, Mark, Variant

Player = Callable[[Board, Random], int]
# Plies that every evaluation is searched; the published ones were published with three.
DEPTH = 3


class NoSuchPlayer(ValueError):
    """There is no player of this name."""


@runtime_checkable
class Learner(Protocol):
    """A player that learns from the games of a match."""

    def __call__(self, board: Board, rng: Random) -> int: ...

    def learn(self, moves: Moves, mark: Mark, winner: Mark | None) -> None:
        """Learn from a game, in which the learner played ``mark``."""


class PlayedGame(NamedTuple):
    moves: Moves
    winner: Mark | None  # None for a draw


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The number of games that the first of two players won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The first player's share of the points, from 0 to 1; a draw is worth half a point."""
        return (self.won + self.drawn / 2) / self.games

    def plus(self, points: float) -> MatchScore:
        """Return the tally after one more game, worth 1, 0.5 or 0 to the first player."""
        return MatchScore(
            self.won + (points == 1), self.drawn + (points == 0.5), self.lost + (points == 0)
        )

    def since(self, before: MatchScore) -> MatchScore:
        """Return the tally of the games after an earlier tally of the same match."""
        return MatchScore(self.won - before.won, self.drawn - before.drawn, self.lost - before.lost)

    def reversed(self) -> MatchScore:
        """Return the tally of the second player."""
        return MatchScore(self.lost, self.drawn, self.won)


def by_evaluation(evaluation: Evaluation | None, board: Board, rng: Random) -> int:
    """Choose a move with the highest value, by default in the evaluation of the levels."""
    values = evaluate_moves(board, evaluation or evaluation_for(board.variant), depth=DEPTH)
    best = max(values.values())
    return rng.choice([cell for cell, value in values.items() if value == best])


def at_random(board: Board, rng: Random) -> int:
    return rng.choice(board.legal_moves())


PLAYERS: dict[str, Player] = {
    **{level.id: level.choose for level in LEVELS.values()},
    "lines": partial(by_evaluation, None),
    "tens": partial(by_evaluation, POWERS_OF_TEN),
    "marks": partial(by_evaluation, MARK_COUNT),
    "random": at_random,
}
LEARNERS: dict[str, Callable[[], Learner]] = {Menace.id: Menace}
NAMES = (*PLAYERS, *LEARNERS)


def player(name: str) -> Player:
    """Return the player of this name: a level's id, an evaluation, ``random``, or a new learner.

    :raises NoSuchPlayer: if there is no such name.
    """
    if name in LEARNERS:
        return LEARNERS[name]()
    if name not in PLAYERS:
        raise NoSuchPlayer(f"{name} is none of {', '.join(NAMES)}.")
    return PLAYERS[name]


def choose(name: str, board: Board) -> int:
    """Return the move of a player, as another process is asked for it."""
    return PLAYERS[name](board, SystemRandom())


def play_games(
    first: Player, second: Player, variant: Variant, *, games: int, seed: int, opening: int = 0
) -> Iterator[MatchScore]:
    """Play a match and yield the tally after each game. The players take turns to begin.

    Learners learn from each game before the next. Every game has a random source of its own, seeded
    with its number, so the first games of a match do not depend on its length. The first
    ``opening`` moves are random, and the same in both games of a pair.
    """
    tally = MatchScore()
    for number in range(games):
        rng = _random(f"{seed}/{number}")
        start = _opening(variant, opening, _random(f"{seed}/{number // 2}/opening"))
        mark = Mark.O if number % 2 else Mark.X
        sides = {mark: first, mark.opponent: second}
        game = play_game(sides, start, rng)
        _teach(sides, game)
        tally = tally.plus(_points(game.winner, mark))
        yield tally


def play_game(sides: dict[Mark, Player], board: Board, rng: Random) -> PlayedGame:
    """Play a game to its end."""
    moves: Moves = []
    while not (outcome := board.outcome()) and not board.is_dead:
        cell = sides[board.turn](board, rng)
        moves.append((board, cell))
        board = board.play(cell)
    return PlayedGame(moves, outcome.winner if outcome else None)


def _teach(sides: dict[Mark, Player], game: PlayedGame) -> None:
    for mark, side in sides.items():
        if isinstance(side, Learner):
            side.learn(game.moves, mark, game.winner)


def _random(seed: str) -> Random:
    return Random(seed)  # noqa: S311 - the games must be repeatable


def _points(winner: Mark | None, mark: Mark) -> float:
    if winner is None:
        return 0.5
    return 1 if winner is mark else 0


def _opening(variant: Variant, plies: int, rng: Random) -> Board:
    """Return a position after so many random moves, or fewer if the game would end."""
    board = Board(variant)
    for _ in range(plies):
        child = board.play(at_random(board, rng))
        if child.outcome():
            break
        board = child
    return board
