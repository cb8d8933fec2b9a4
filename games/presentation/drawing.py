"""A board as the templates draw it: cells with their words, and lines as svg coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.engine import Mark, Variant
from games.engine.board import EMPTY
from games.protocol import Facts, Snapshot, SpokenVerdict

GAP = 0.06  # of a cell, by which the lines of the board end short of its edge
SAMPLED = 9  # cells at most that a sample shows of a side, the middle ones


@dataclass(frozen=True, slots=True)
class Cell:
    number: int
    column: int
    row: int
    mark: str  # "X", "O" or "" for none
    is_last: bool = False
    in_line: bool = False
    target: int | None = None  # the cell that a press on this one plays, None for none
    verdict: SpokenVerdict | None = None  # what a press leads to, where a hint says so

    @property
    def name(self) -> str:
        return f"row {self.row + 1}, column {self.column + 1}"

    @property
    def has_sign(self) -> bool:
        """Whether the verdict is written here: where the piece comes to lie, if it is known."""
        return bool(
            self.verdict and self.verdict["value"] != "unknown" and self.target == self.number
        )

    @property
    def label(self) -> str:
        label = f"{self.name}, {self.mark or 'empty'}"
        return f"{label}: {self.verdict['words']}" if self.verdict else label


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line, in units of a cell."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position of a game; ``ply`` is how many moves it shows."""

    width: int
    height: int
    falls: bool  # whether pieces fall
    ply: int
    cells: list[Cell]
    strike: Segment | None
    view: tuple[int, int, int, int]  # left, top, width and height of what is shown
    loses: bool = False  # whether a line loses

    @property
    def rows(self) -> list[list[Cell]]:
        return [self.cells[i : i + self.width] for i in range(0, len(self.cells), self.width)]

    @property
    def grid(self) -> list[str]:
        """The inner lines of the board as svg paths, bent a little as a hand would draw them."""
        down, across = range(1, self.width), range(1, self.height)
        return [
            *(f"M{x} {GAP}Q{x + _bend(x)} {self.height / 2} {x} {self.height - GAP}" for x in down),
            *(f"M{GAP} {y}Q{self.width / 2} {y - _bend(y)} {self.width - GAP} {y}" for y in across),
        ]

    @property
    def words(self) -> str:
        """The position for those who cannot see it."""
        marks = [f"{cell.mark} {cell.name}" for cell in self.cells if cell.mark]
        return "; ".join(marks) or "empty board"


def blank(variant: Variant) -> Drawing:
    return _drawing(variant, [""] * variant.size, None, [])


def draw(
    game: Snapshot, ply: int | None = None, verdicts: Mapping[str, SpokenVerdict] | None = None
) -> Drawing:
    """Draw a game as it stands, or as it stood after ``ply`` moves; with a hint if there is one."""
    variant = Variant.parse(game["variant"])
    moves = game["moves"][:ply]
    marks = [""] * variant.size
    for made, cell in enumerate(moves):
        marks[cell] = _mark(made)
    line = _line(game) if len(moves) == game["ply"] else []
    drawing = _drawing(variant, marks, moves[-1] if moves else None, line, game["landing"])
    return _hinted(drawing, verdicts) if verdicts else drawing


def picture(game: Facts) -> Drawing:
    """Draw the board as it stands, without the order of its moves."""
    marks = ["" if mark == EMPTY else mark for mark in game["cells"]]
    return _drawing(Variant.parse(game["variant"]), marks, None, _line(game))


def sample(variant: Variant) -> Drawing:
    """Draw what ends a game: a line, along the floor where pieces fall, with others on it."""
    line = _floor(variant) if variant.drop else _diagonal(variant)
    marks = [Mark.X.value if cell in line else "" for cell in range(variant.size)]
    for cell in line[:-1] if variant.drop else ():
        marks[cell - variant.width] = Mark.O.value
    drawing = _drawing(variant, marks, None, line)
    return replace(drawing, view=_middle(variant))


def history(game: Snapshot) -> list[Cell]:
    """Return the cells in the order they were marked."""
    variant = Variant.parse(game["variant"])
    return [Cell(cell, *variant.place(cell), _mark(ply)) for ply, cell in enumerate(game["moves"])]


def _hinted(drawing: Drawing, verdicts: Mapping[str, SpokenVerdict]) -> Drawing:
    cells = [replace(cell, verdict=verdicts.get(str(cell.target))) for cell in drawing.cells]
    return replace(drawing, cells=cells)


def _middle(variant: Variant) -> tuple[int, int, int, int]:
    width, height = min(variant.width, SAMPLED), min(variant.height, SAMPLED)
    return (variant.width - width) // 2, (variant.height - height) // 2, width, height


def _floor(variant: Variant) -> list[int]:
    start = (variant.width - variant.run) // 2
    return [variant.cell(start + step, variant.height - 1) for step in range(variant.run)]


def _diagonal(variant: Variant) -> list[int]:
    """The line that falls from the top left, towards the middle of a large board."""
    side = min(variant.width, variant.height)
    start = (side - variant.run) // 2
    return [variant.cell(start + step, start + step) for step in range(variant.run)]


def _mark(ply: int) -> str:
    return (Mark.O if ply % 2 else Mark.X).value


def _line(game: Facts) -> list[int]:
    return game["outcome"]["line"] if game["outcome"] else []


def _drawing(
    variant: Variant,
    marks: list[str],
    last: int | None,
    line: list[int],
    landing: list[int | None] | None = None,
) -> Drawing:
    def target(number: int) -> int | None:
        if landing:
            return landing[variant.place(number)[0]]
        return None if marks[number] else number

    cells = [
        Cell(number, *variant.place(number), mark, number == last, number in line, target(number))
        for number, mark in enumerate(marks)
    ]
    ply = sum(map(bool, marks))
    strike = _strike(variant, line)
    view = (0, 0, variant.width, variant.height)
    return Drawing(
        variant.width, variant.height, variant.drop, ply, cells, strike, view, variant.misere
    )


def _bend(line: int) -> float:
    return 0.05 if line % 2 else -0.05


def _strike(variant: Variant, line: list[int]) -> Segment | None:
    """The stroke through a winning line, a little longer than from centre to centre."""
    if not line:
        return None
    (x1, y1), (x2, y2) = variant.place(line[0]), variant.place(line[-1])
    across, down = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
    reach = 0.36
    return Segment(
        round(x1 + 0.5 - across * reach, 2),
        round(y1 + 0.5 - down * reach, 2),
        round(x2 + 0.5 + across * reach, 2),
        round(y2 + 0.5 + down * reach, 2),
    )
