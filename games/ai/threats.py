"""Threats and forks: cells that complete a line, and moves that make two of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from games.ai.solver import Value, solve
from games.engine import Board, Mark, Variant, canonical, layers


def threats(board: Board, mark: Mark) -> tuple[int, ...]:
    """Return the empty cells with which a side would complete a line, whoever is to move.

    Where pieces fall, some of them may have to wait until a piece can lie there.

    >>> threats(Board.parse("XX./OO./..."), Mark.X)
    (2,)
    """
    taken = board.x | board.o
    empty = [cell for cell in range(board.variant.size) if not taken >> cell & 1]
    return tuple(completing(board, mark, empty))


def completing(board: Board, mark: Mark, cells: Iterable[int]) -> list[int]:
    """Return those of the cells that would complete a line of a mark."""
    marks = board.x if mark is Mark.X else board.o
    return [cell for cell in cells if board.variant.has_line(marks | 1 << cell)]


def forks(board: Board) -> list[int]:
    """Return the moves that make two threats, of which the opponent can block one.

    There are none while either side has a threat, for then something else comes first.

    >>> forks(Board.parse("XO./.X./..O"))
    [3, 6]
    """
    if board.outcome() or any(threats(board, mark) for mark in Mark):
        return []
    return [c for c in board.legal_moves() if len(threats(board.play(c), board.turn)) > 1]


def feared_forks(board: Board) -> list[int]:
    """Return the cells with which the opponent would make a fork, if it were to move now.

    >>> feared_forks(Board.parse("X../.O./..X"))
    [2, 6]
    """
    if board.outcome() or any(threats(board, mark) for mark in Mark):
        return []
    opponent = board.turn.opponent
    return [
        cell
        for cell in board.legal_moves()
        if len(threats(_with(board, cell, opponent), opponent)) > 1
    ]


def fork_positions(variant: Variant) -> Iterator[Board]:
    """Yield the positions in which the side to move can fork, one of each symmetry class."""
    for layer in layers(variant, canonical):
        yield from filter(forks, layer)


def defences(variant: Variant) -> Iterator[Board]:
    """Yield the positions in which a fork must be prevented, and some moves do it and some do not.

    One of each symmetry class.
    """
    for layer in layers(variant, canonical):
        for board in filter(feared_forks, layer):
            values = {verdict.value for verdict in solve(board).moves.values()}
            if values == {Value.DRAW, Value.LOSS}:
                yield board


def first_fork(variant: Variant, ply: int, rng: Random) -> Board:
    """Return a position after ``ply`` random moves in which the side to move can fork and wins."""
    while True:
        board = Board(variant)
        while board.ply < ply and (moves := board.legal_moves()):
            board = board.play(rng.choice(moves))
        if board.ply == ply and forks(board) and solve(board).value is Value.WIN:
            return board


def _with(board: Board, cell: int, mark: Mark) -> Board:
    """Return the board with one mark more, as if that side were to move."""
    bit = 1 << cell
    if mark is Mark.X:
        return Board(board.variant, board.x | bit, board.o)
    return Board(board.variant, board.x, board.o | bit)
