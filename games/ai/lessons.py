"""Lessons about a board: which replies do not lose, which moves do, and the play that proves it.

Of positions that are symmetric to each other only one is listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from games.ai.solver import Value, solve
from games.engine import Board, Mark, Variant, canonical


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move to a lost position from one that was not lost, and the best play that follows it."""

    board: Board
    cell: int
    line: tuple[int, ...]

    @property
    def mark(self) -> Mark:
        return self.board.turn


@dataclass(frozen=True, slots=True)
class Opening:
    """A first move, the replies to it that do not lose, and those not solved in time."""

    cell: int
    board: Board
    holding: tuple[int, ...]
    unknown: tuple[int, ...]


def openings(variant: Variant, seconds: float = inf) -> Iterator[Opening]:
    """Yield every first move that does not end the game; ``seconds`` limits the time for each."""
    for cell, board in _distinct_moves(Board(variant)):
        if board.outcome():
            continue
        verdicts = solve(board, seconds).moves
        values = {reply: verdict.value for reply, verdict in verdicts.items()}
        yield Opening(
            cell,
            board,
            tuple(reply for reply, value in values.items() if value in (Value.WIN, Value.DRAW)),
            tuple(reply for reply, value in values.items() if value is Value.UNKNOWN),
        )


def mistakes(variant: Variant, plies: int, seconds: float = inf) -> Iterator[Mistake | Board]:
    """Yield every mistake in the first ``plies`` plies, earlier ones first.

    A position that cannot be solved in so many seconds is yielded itself, as a ``Board``.
    """
    for board in _positions(variant, plies):
        solution = solve(board, seconds)
        if not solution.is_known or any(v.value is Value.UNKNOWN for v in solution.moves.values()):
            yield board
        elif solution.value is not Value.LOSS:
            for cell, child in _distinct_moves(board):
                if solution.moves[cell].value is Value.LOSS:
                    yield Mistake(board, cell, best_line(child))


def best_line(board: Board) -> tuple[int, ...]:
    """Return the cells of best play to the end: the fastest win, or the slowest loss."""
    line: list[int] = []
    while moves := solve(board).moves:
        cell = max(moves.items(), key=lambda move: move[1].rank)[0]
        line.append(cell)
        board = board.play(cell)
    return tuple(line)


def _positions(variant: Variant, plies: int) -> Iterator[Board]:
    """Yield the unfinished positions of the first ``plies`` plies, one of each symmetry class."""
    layer = {Board(variant): None}
    for _ in range(plies):
        yield from layer
        layer = dict.fromkeys(
            canonical(child)
            for board in layer
            for _, child in _distinct_moves(board)
            if not child.outcome()
        )


def _distinct_moves(board: Board) -> Iterator[tuple[int, Board]]:
    """Yield moves and the positions they lead to, one of each symmetry class."""
    seen: set[Board] = set()
    for cell in board.legal_moves():
        child = board.play(cell)
        representative = canonical(child)
        if representative not in seen:
            seen.add(representative)
            yield cell, child
