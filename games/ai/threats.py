"""Threats and forks: cells that complete a line, and moves that threaten two at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from math import inf

from games.ai.board_effects import BoardEffect, board_effect
from games.ai.solver import Value, value_of
from games.engine import Board, Mark
from games.engine.rules import cells_of


def threats(board: Board, mark: Mark) -> tuple[int, ...]:
    """Return the empty cells with which a side would complete a line, whoever is to move.

    Where pieces fall, some of them may have to wait until a piece can lie there. Where the last
    move says which cells may be played, only the side to move has any.

    >>> threats(Board.parse("XX./OO./..."), Mark.X)
    (2,)
    """
    rules = board.variant.rules
    if rules.remembers_last:
        empty = board.legal_moves() if mark is board.turn else ()
    else:
        empty = tuple(cells_of(rules.open_cells(board.x, board.o)))
    return tuple(completing(board, mark, empty))


def completing(board: Board, mark: Mark, cells: Iterable[int]) -> list[int]:
    """Return the ``cells`` that would complete a line of ``mark``."""
    marks = board.marks_of(mark)
    return [cell for cell in cells if board.variant.rules.has_line(marks | 1 << cell)]


def completing_any(board: Board, mark: Mark, cells: Iterable[int]) -> list[int]:
    """Return the ``cells`` that would complete any line of ``mark``, also on a small board."""
    variant, marks = board.variant, board.marks_of(mark)
    pairs = [(cell, marks & variant.boards[variant.board_of(cell)]) for cell in cells]
    return [cell for cell, near in pairs if variant.rules.contains_line(near | 1 << cell)]


def forks(board: Board) -> list[int]:
    """Return the moves that make two threats, of which the opponent can block one.

    There are none while either side has a threat, for then something else comes first.

    >>> forks(Board.parse("XO./.X./..O"))
    [3, 6]
    """
    if board.outcome() or any(threats(board, each) for each in Mark):
        return []
    return [c for c in board.legal_moves() if len(threats(board.play(c), board.turn)) > 1]


def open_lines(board: Board, mark: Mark) -> list[tuple[int, ...]]:
    """Return the lines that a side can still complete, as its opponent has no mark in them.

    >>> open_lines(Board.parse("X../.O./..."), Mark.X)
    [(0, 1, 2), (0, 3, 6), (2, 5, 8), (6, 7, 8)]
    """
    others, closed = board.o if mark is Mark.X else board.x, board.closed()
    pairs = zip(board.variant.lines, board.variant.masks, strict=True)
    lines = [line for line, mask in pairs if not mask & others]
    return [line for line in lines if board.variant.board_of(line[0]) not in closed]


def row_made(board: Board, mark: Mark, cell: int) -> int:
    """Return how many marks in a row a side would make on a cell, in a line it can complete.

    >>> row_made(Board.parse("X../.O./..."), Mark.X, 1)
    2
    """
    marks = (board.x if mark is Mark.X else board.o) | 1 << cell
    lines = (line for line in open_lines(board, mark) if cell in line)
    return max((_run_at(line, marks, cell) for line in lines), default=0)


def _run_at(line: tuple[int, ...], marks: int, cell: int) -> int:
    at = line.index(cell)
    before, after = line[:at][::-1], line[at:]
    return sum(len(list(takewhile(lambda c: marks >> c & 1, part))) for part in (before, after))


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """A move and its effect.

    ``threatens`` holds the cells with which the same side could win next. ``blocks`` says whether
    the opponent could have won on this cell, ``loses`` whether the line is its own where that
    loses, ``is_forced`` whether no other move was legal, ``is_mistake`` whether the move loses a
    game that was not lost, and ``on_boards`` what it does on small boards.
    """

    mark: Mark
    cell: int
    wins: bool
    draws: bool
    loses: bool
    blocks: bool
    is_forced: bool
    is_mistake: bool
    threatens: tuple[int, ...]
    on_boards: BoardEffect

    @property
    def forks(self) -> bool:
        return len(self.threatens) > 1


@lru_cache(maxsize=4096)
def move_effect(board: Board, cell: int, seconds: float = inf) -> MoveEffect:
    """Return the effect of a move.

    The board must be small enough to solve at once, or what is not proven within ``seconds`` is no
    mistake.

    >>> move_effect(Board.parse("XO./.X./..O"), 6).threatens
    (2, 3)
    """
    mark, child, misere = board.turn, board.play(cell), board.variant.misere
    outcome, playable = child.outcome(), child.legal_moves()
    return MoveEffect(
        mark,
        cell,
        wins=outcome is not None and outcome.winner is mark,
        draws=outcome is not None and outcome.winner is None,
        loses=outcome is not None and outcome.winner is mark.opponent,
        blocks=not misere and cell in threats(board, mark.opponent),
        is_forced=len(board.legal_moves()) == 1,
        is_mistake=value_of(child, seconds).value is Value.WIN
        and value_of(board, seconds).value in (Value.WIN, Value.DRAW),
        threatens=tuple(c for c in threats(child, mark) if c in playable and not misere),
        on_boards=board_effect(board, cell),
    )
