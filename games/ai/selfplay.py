from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from games.ai.choosers import CHOOSERS, Chooser
from games.ai.computer_players import LEVELS
from games.ai.own_player import OwnPlayer
from games.engine import Board, Mark, Variant

Moves = list[tuple[Board, int]]  # of a game, each with the board that it was made on


@runtime_checkable
class Learner(Protocol):
    def __call__(self, board: Board, rng: Random) -> int: ...

    def learn(self, moves: Moves, mark: Mark, winner: Mark | None) -> None: ...


class PlayedGame(NamedTuple):
    moves: Moves
    winner: Mark | None  # None for a draw


@dataclass(frozen=True, slots=True)
class MatchScore:
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        return (self.won + self.drawn / 2) / self.games

    def after(self, winner: Mark | None, mark: Mark) -> MatchScore:
        lost = winner is mark.opponent
        return MatchScore(self.won + (winner is mark), self.drawn + (not winner), self.lost + lost)

    def since(self, before: MatchScore) -> MatchScore:
        return MatchScore(self.won - before.won, self.drawn - before.drawn, self.lost - before.lost)

    def reversed(self) -> MatchScore:
        return MatchScore(self.lost, self.drawn, self.won)


def play_games(
    first: Chooser, second: Chooser, variant: Variant, *, games: int, seed: int, opening: int = 0
) -> Iterator[MatchScore]:
    """Yield the score after each game; each pair of games begins with the same random moves."""
    # Each game has a random source of its own, seeded with its number.
    tally = MatchScore()
    for number in range(games):
        rng = _random(f"{seed}/{number}")
        start = _opening(variant, opening, _random(f"{seed}/{number // 2}/opening"))
        mark = Mark.O if number % 2 else Mark.X
        sides = {mark: first, mark.opponent: second}
        game = play_game(sides, start, rng)
        _teach(sides, game)
        tally = tally.after(game.winner, mark)
        yield tally


def play_game(sides: dict[Mark, Chooser], board: Board, rng: Random) -> PlayedGame:
    moves: Moves = []
    while not (outcome := board.outcome()) and not board.is_dead:
        cell = sides[board.turn](board, rng)
        moves.append((board, cell))
        board = board.play(cell)
    return PlayedGame(moves, outcome.winner if outcome else None)


def _teach(sides: dict[Mark, Chooser], game: PlayedGame) -> None:
    for mark, side in sides.items():
        if isinstance(side, Learner):
            side.learn(game.moves, mark, game.winner)


def _random(seed: str) -> Random:
    return Random(seed)  # noqa: S311 - the games must be repeatable


def _opening(variant: Variant, plies: int, rng: Random) -> Board:
    board = Board(variant)
    for _ in range(plies):
        child = board.play(rng.choice(board.legal_moves()))
        if child.outcome():
            break
        board = child
    return board


GAMES = 5  # against each level; the first and every second one begun by the own player


def play_levels(player: OwnPlayer, variant: Variant) -> dict[str, MatchScore]:
    scores = {}
    for id in LEVELS:
        *_, scores[id] = play_games(player, CHOOSERS[id], variant, games=GAMES, seed=1)
    return scores
