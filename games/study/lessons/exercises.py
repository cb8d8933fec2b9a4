from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from math import inf

from games.ai.solver import Value, Verdict, best_moves, solve, value_of
from games.engine import CLASSIC, Board, Mark, Variant, canonical
from games.engine.perft import count_games, layers

NEAR = 12  # moves: a line of so many is shown to its end


@dataclass(frozen=True, slots=True)
class Mistake:
    board: Board
    cell: int

    @property
    def mark(self) -> Mark:
        return self.board.turn

    @property
    def line(self) -> tuple[int, ...]:
        return best_line(self.board.play(self.cell))


@dataclass(frozen=True, slots=True)
class OpeningMove:
    cell: int
    board: Board
    replies: Mapping[int, Verdict]

    @property
    def holding(self) -> tuple[int, ...]:
        holding = (Value.WIN, Value.DRAW)
        return tuple(cell for cell, verdict in self.replies.items() if verdict.value in holding)

    @property
    def unknown(self) -> tuple[int, ...]:
        return tuple(cell for cell, verdict in self.replies.items() if not verdict.is_known)


def openings(variant: Variant, seconds: float = inf) -> Iterator[OpeningMove]:
    for cell, board in distinct_moves(Board(variant)):
        if not board.outcome():
            yield OpeningMove(cell, board, solve(board, seconds).moves)


def mistakes(variant: Variant, plies: int, seconds: float = inf) -> Iterator[Mistake | Board]:
    """Yield mistakes of the first ``plies``, and unsolved positions as a ``Board``."""
    for layer in islice(layers(variant, canonical), plies):
        for board in layer:
            yield from mistakes_in(board, seconds)


def mistakes_in(board: Board, seconds: float = inf) -> Iterator[Mistake | Board]:
    solution = solve(board, seconds)
    if not solution.is_known or any(not verdict.is_known for verdict in solution.moves.values()):
        yield board
    elif solution.value is not Value.LOSS:
        for cell, _ in distinct_moves(board):
            if solution.moves[cell].value is Value.LOSS:
                yield Mistake(board, cell)


@cache
def class_layers(variant: Variant) -> tuple[tuple[Board, ...], ...]:
    return tuple(map(tuple, layers(variant, canonical)))


@lru_cache(maxsize=1024)
def best_line(board: Board) -> tuple[int, ...]:
    """Return the fastest win or slowest loss; without one within ``NEAR`` moves, one move."""
    is_far = board.variant.size - board.ply > NEAR and (value_of(board).plies or inf) > NEAR
    line: list[int] = []
    while not board.is_over and not (is_far and line):
        line.append(min(best_moves(board)))
        board = board.play(line[-1])
    return tuple(line)


def distinct_moves(board: Board) -> Iterator[tuple[int, Board]]:
    seen: set[Board] = set()
    for cell in board.legal_moves():
        child = board.play(cell)
        representative = canonical(child)
        if representative not in seen:
            seen.add(representative)
            yield cell, child


@dataclass(frozen=True, slots=True)
class LengthCount:
    moves: int
    x: int
    o: int
    draws: int

    @property
    def games(self) -> int:
        return self.x + self.o + self.draws


@cache
def games_by_length() -> list[LengthCount]:
    games = count_games(layers(CLASSIC))
    return [
        LengthCount(ply, games[ply, Mark.X], games[ply, Mark.O], games[ply, None])
        for ply in range(CLASSIC.size + 1)
    ]


@cache
def games_up_to_symmetry() -> int:
    return count_games(layers(CLASSIC, canonical)).total()
