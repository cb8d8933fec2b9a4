from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import takewhile
from math import inf
from typing import NamedTuple

from games.ai.solver import Value, value_of
from games.engine import Board, Mark
from games.engine.rules import cells_of
from games.engine.variant import DIRECTIONS

RUN = 5  # of the boards whose moves make shapes


def threats(board: Board, mark: Mark) -> tuple[int, ...]:
    """Return the empty cells with which a side would complete a line, whoever is to move.

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
    marks = board.marks_of(mark)
    return [cell for cell in cells if board.variant.rules.has_line(marks | 1 << cell)]


def completing_any(board: Board, mark: Mark, cells: Iterable[int]) -> list[int]:
    variant, marks = board.variant, board.marks_of(mark)
    pairs = [(cell, marks & variant.boards[variant.board_of(cell)]) for cell in cells]
    return [cell for cell, near in pairs if variant.rules.contains_line(near | 1 << cell)]


def forks(board: Board) -> list[int]:
    """Return the moves that make two threats, while nobody has one.

    >>> forks(Board.parse("XO./.X./..O"))
    [3, 6]
    """
    if board.outcome() or any(threats(board, each) for each in Mark):
        return []
    return [c for c in board.legal_moves() if len(threats(board.play(c), board.turn)) > 1]


def open_lines(board: Board, mark: Mark) -> list[tuple[int, ...]]:
    others, closed = board.o if mark is Mark.X else board.x, board.closed()
    pairs = zip(board.variant.lines, board.variant.masks, strict=True)
    lines = [line for line, mask in pairs if not mask & others]
    return [line for line in lines if board.variant.board_of(line[0]) not in closed]


def row_made(board: Board, mark: Mark, cell: int) -> int:
    """Return how many marks in a row a side would make on a cell, in a line it can complete."""
    marks = (board.x if mark is Mark.X else board.o) | 1 << cell
    lines = (line for line in open_lines(board, mark) if cell in line)
    return max((_run_at(line, marks, cell) for line in lines), default=0)


def _run_at(line: tuple[int, ...], marks: int, cell: int) -> int:
    at = line.index(cell)
    before, after = line[:at][::-1], line[at:]
    return sum(len(list(takewhile(lambda c: marks >> c & 1, part))) for part in (before, after))


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """``threatens`` holds the cells with which the same side could win next."""

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
    """Return the effect of a move; what is not proven within ``seconds`` is no mistake."""
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


@dataclass(frozen=True, slots=True)
class BoardEffect:
    """The small boards by number that a move ``wins``, ``closes`` for nobody, or ``saves`` from the
    opponent; whom it ``sends`` where, or ``frees`` to choose.
    """

    wins: int | None = None
    closes: int | None = None
    saves: int | None = None
    sends: int | None = None
    frees: bool = False


@lru_cache(maxsize=4096)
def board_effect(board: Board, cell: int) -> BoardEffect:
    child, number = board.play(cell), board.variant.board_of(cell)
    closed, by = number in child.closed(), child.closed().get(number)
    sends, is_over = child.target(), child.outcome() is not None
    return BoardEffect(
        wins=number if by else None,
        closes=number if closed and not by else None,
        saves=number if not closed and _would_win(board, cell, board.turn.opponent) else None,
        sends=None if is_over else sends,
        frees=board.variant.rules.remembers_last and sends is None and not is_over,
    )


def board_wins(board: Board) -> list[int]:
    return [cell for cell in board.legal_moves() if _would_win(board, cell, board.turn)]


def _would_win(board: Board, cell: int, mark: Mark) -> bool:
    bit = 1 << cell
    x, o = (board.x | bit, board.o) if mark is Mark.X else (board.x, board.o | bit)
    return board.variant.rules.closed(x, o).get(board.variant.board_of(cell)) is mark


class Pattern(Enum):
    FOUR = auto()
    OPEN_FOUR = auto()
    TWO_FOURS = auto()  # in one line, such as X.XXX.X
    OPEN_THREE = auto()
    BROKEN_THREE = auto()


FOURS = {Pattern.FOUR, Pattern.OPEN_FOUR, Pattern.TWO_FOURS}
THREES = {Pattern.OPEN_THREE, Pattern.BROKEN_THREE}


class ThreatShape(NamedTuple):
    pattern: Pattern
    stones: tuple[int, ...]  # in their order
    free: tuple[int, ...]  # beside the stones or between them, where the shape is completed


def shapes(board: Board, cell: int) -> list[Pattern]:
    return [shape.pattern for shape in shapes_made(board, cell)]


def shapes_made(board: Board, cell: int) -> Iterator[ThreatShape]:
    column, row = board.variant.place(cell)
    for step in DIRECTIONS:
        text = _around(board, cell, step)
        if pattern := _shape(text, board.turn):
            stones, free = _places(text, board.turn, is_four=pattern in FOURS)
            yield ThreatShape(
                pattern,
                *(
                    tuple(
                        board.variant.cell(column + far * step[0], row + far * step[1])
                        for far in (place - RUN for place in places)
                    )
                    for places in (stones, free)
                ),
            )


def _places(text: str, mark: Mark, *, is_four: bool) -> tuple[list[int], list[int]]:
    if is_four:
        start, line = next(part for part in _parts(text, RUN) if _lacks_one(part[1], mark))
    else:
        ended = [part for part in _parts(text, RUN + 1) if part[1][0] == part[1][-1] == "."]
        made = [part for part in ended if _lacks_one(part[1][1:-1], mark)]
        start, line = max(made, key=lambda part: mark * 3 in part[1])
    stones = [start + i for i, each in enumerate(line) if each == mark]
    inside = [place for place in range(stones[0], stones[-1]) if text[place] == "."]
    beside = [place for place in (stones[0] - 1, stones[-1] + 1) if text[place] == "."]
    return stones, inside if inside and is_four else sorted(inside + beside)


def _around(board: Board, cell: int, step: tuple[int, int]) -> str:
    variant, marks = board.variant, board.cells
    column, row = variant.place(cell)
    text = ""
    for far in range(-RUN, RUN + 1):
        x, y = column + far * step[0], row + far * step[1]
        is_on = 0 <= x < variant.width and 0 <= y < variant.height
        text += marks[variant.cell(x, y)] if is_on else "#"
    return f"{text[:RUN]}{board.turn}{text[RUN + 1 :]}"


def _shape(text: str, mark: Mark) -> Pattern | None:
    fives = {start + line.index(".") for start, line in _parts(text, RUN) if _lacks_one(line, mark)}
    if not fives:
        return _three(text, mark)
    if len(fives) == 1:
        return Pattern.FOUR
    # In a straight four the fives are its ends, and nothing but marks is between them.
    is_open = any({start, start + RUN} <= fives for start, _ in _parts(text, RUN + 1))
    return Pattern.OPEN_FOUR if is_open else Pattern.TWO_FOURS


def _three(text: str, mark: Mark) -> Pattern | None:
    inner = [line[1:-1] for _, line in _parts(text, RUN + 1) if line[0] == line[-1] == "."]
    threes = [line for line in inner if _lacks_one(line, mark)]
    if not threes:
        return None
    return Pattern.OPEN_THREE if any(mark * 3 in line for line in threes) else Pattern.BROKEN_THREE


def _parts(text: str, length: int) -> Iterator[tuple[int, str]]:
    for start in range(RUN - length + 1, RUN + 1):
        if start >= 0:
            yield start, text[start : start + length]


def _lacks_one(line: str, mark: Mark) -> bool:
    return line.count(mark) == len(line) - 1 and "." in line
