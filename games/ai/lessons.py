"""What there is to learn about a board: which replies hold, which moves lose, and by what line.

Boards that are turns or reflections of one another are met once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from games.ai.solver import Value, solve
from games.engine import Board, Mark, Variant, canonical


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that loses a position not lost before, and the play that punishes it."""

    board: Board
    cell: int
    line: tuple[int, ...]

    @property
    def mark(self) -> Mark:
        return self.board.turn


@dataclass(frozen=True, slots=True)
class Opening:
    """A first move with the replies that do not lose, and those that time did not suffice for."""

    cell: int
    board: Board
    holding: tuple[int, ...]
    unknown: tuple[int, ...]


def openings(variant: Variant, seconds: float = inf) -> Iterator[Opening]:
    """Yield every first move that does not end the game, with up to so many seconds for each."""
    for cell, board in _different(Board(variant)):
        if board.outcome():
            continue
        values = {reply: v.value for reply, v in solve(board, seconds).moves.items()}
        yield Opening(
            cell,
            board,
            tuple(reply for reply, value in values.items() if value in (Value.WIN, Value.DRAW)),
            tuple(reply for reply, value in values.items() if value is Value.UNKNOWN),
        )


def mistakes(variant: Variant, plies: int, seconds: float = inf) -> Iterator[Mistake | Board]:
    """Yield every mistake in the positions of the first ``plies`` plies, earlier ones first.

    A position that is not solved in so many seconds is yielded itself.
    """
    for board in _positions(variant, plies):
        solution = solve(board, seconds)
        if not solution.is_known or any(v.value is Value.UNKNOWN for v in solution.moves.values()):
            yield board
        elif solution.value is not Value.LOSS:
            for cell, after in _different(board):
                if solution.moves[cell].value is Value.LOSS:
                    yield Mistake(board, cell, best_line(after))


def best_line(board: Board) -> tuple[int, ...]:
    """Return the play from here on that wins soonest, or loses last, to the end."""
    line: list[int] = []
    while moves := solve(board).moves:
        cell = max(moves.items(), key=lambda move: move[1].rank)[0]
        line.append(cell)
        board = board.play(cell)
    return tuple(line)


def _positions(variant: Variant, plies: int) -> Iterator[Board]:
    """Yield the open positions with fewer marks than ``plies``, one of each symmetric form."""
    layer = {Board(variant): None}
    for _ in range(plies):
        yield from layer
        layer = dict.fromkeys(
            canonical(after)
            for board in layer
            for _, after in _different(board)
            if not after.outcome()
        )


def _different(board: Board) -> Iterator[tuple[int, Board]]:
    """Yield the moves that lead to positions of different form, and those positions."""
    seen: set[Board] = set()
    for cell in board.legal_moves():
        after = board.play(cell)
        form = canonical(after)
        if form not in seen:
            seen.add(form)
            yield cell, after
