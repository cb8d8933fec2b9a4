"""A board as the templates draw it: the cells with their words, and the lines as svg coordinates.

The lines of a board are drawn here alone: scripts show and hide what the templates have written.
The one exception is the stroke through a winning line. The pages must show it without scripts, and
a script must draw it when a move wins, knowing only the cells of the line; so
``static/js/strike.js`` computes its ends in the same way, with the reach that the page brings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine import Mark, Variant
from games.engine.board import EMPTY
from games.presentation.cells import spoken
from games.presentation.marks import SHAPES, Pieces, Shape, look, pieces_of
from games.protocol import GameSummary, Hint, Snapshot, VerdictInWords

# All lengths are in cells.
GRID_GAP = 0.06  # between the end of a line of the board and its edge
GRID_BEND = 0.05  # by which the middle of a line is off, as if drawn by hand
STRIKE_REACH = 0.4  # of the stroke through a winning line, beyond the centres of its outer cells
SAMPLE_SIDE = 9  # the most a sample shows of a side, from the middle
STAR_FROM_EDGE = 3  # cells between the edge of a large board and its outer star points
HOLE = 0.41  # radius of the holes in the frame behind which pieces fall


@dataclass(frozen=True, slots=True)
class Cell:
    number: int
    name: str  # such as b2
    column: int
    row: int
    mark: str  # "X", "O" or "" for an empty cell
    is_last: bool = False
    line_place: int = 0  # from 1, in the line that ended the game; 0 outside it
    target: int | None = None  # the cell that a press on this one plays, if it plays any
    verdict: VerdictInWords | None = None  # what that move leads to, if a hint says so
    is_best: bool = False  # whether a hint recommends to mark this cell
    leads_to_best: bool = False  # whether a press on this cell plays what a hint recommends
    pieces: Pieces = Pieces.MARKS

    @property
    def in_line(self) -> bool:
        return self.line_place > 0

    @property
    def look(self) -> int:
        """Which of the drawings of a mark stands here."""
        return look(self.pieces, self.column, self.row)

    @property
    def shape(self) -> Shape:
        """The drawing of the mark that stands here."""
        return SHAPES[self.pieces][self.mark][self.look]

    @property
    def has_sign(self) -> bool:
        """Whether the verdict is written into this cell, as the one that the move would mark."""
        return bool(
            self.verdict and self.verdict["value"] != "unknown" and self.target == self.number
        )

    @property
    def label(self) -> str:
        label = f"{spoken(self.name)}, {self.mark or _('empty')}"
        label = f"{label}: {self.verdict['words']}" if self.verdict else label
        return f"{label}, {_('recommended')}" if self.leads_to_best else label


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line, in cells from the top left corner of the board."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position of a game; ``ply`` is how many moves it shows."""

    width: int
    height: int
    drop: bool  # whether pieces fall to the lowest free cell of their column
    ply: int
    cells: list[Cell]
    strike: Segment | None  # through the line that ended the game
    view: tuple[int, int, int, int]  # left, top, width and height of the part that is shown
    pieces: Pieces = Pieces.MARKS
    misere: bool = False  # whether a line loses
    code: str = ""  # of the variant
    reach: float = STRIKE_REACH

    @property
    def rows(self) -> list[list[Cell]]:
        return [self.cells[i : i + self.width] for i in range(0, len(self.cells), self.width)]

    @property
    def has_signs(self) -> bool:
        """Whether a hint writes signs into cells, as it does where it has proven something."""
        return any(cell.has_sign for cell in self.cells)

    @property
    def grid(self) -> list[str]:
        """The lines of the board as svg paths; a frame with holes has none."""
        if self.pieces is Pieces.DISCS:
            return []
        return _crossings(self) if self.pieces is Pieces.STONES else _inner_lines(self)

    @property
    def stars(self) -> list[tuple[float, float]]:
        """The points that help the eye on a board of crossings: near the corners and the centre."""
        if self.pieces is not Pieces.STONES:
            return []
        xs, ys = _star_lines(self.width), _star_lines(self.height)
        return [(x, y) for x in xs for y in ys if (x == xs[1]) == (y == ys[1])]

    @property
    def frame(self) -> str:
        """The frame with holes behind which pieces fall, as an svg path; "" where none fall."""
        if self.pieces is not Pieces.DISCS:
            return ""
        holes = (_hole(cell.column + 0.5, cell.row + 0.5) for cell in self.cells)
        return f"M0 0H{self.width}V{self.height}H0Z" + "".join(holes)

    @property
    def line_mark(self) -> str:
        """The mark that makes the line that ended the game, "" if none did."""
        return next((cell.mark for cell in self.cells if cell.in_line), "")

    @property
    def looks(self) -> str:
        """Which of the drawings of a mark stands in each cell, one digit a cell."""
        return "".join(str(cell.look) for cell in self.cells)

    @property
    def words(self) -> str:
        """The marks and their cells as text, for those who cannot see the picture."""
        marks = [f"{cell.mark} {spoken(cell.name)}" for cell in self.cells if cell.mark]
        return "; ".join(marks) or _("empty board")


def blank(variant: Variant) -> Drawing:
    """Draw an empty board, on which any cell may be the first move, or any column."""
    floor = [variant.cell(column, variant.height - 1) for column in range(variant.width)]
    return _drawing(variant, [""] * variant.size, None, [], floor if variant.drop else None)


def grids(variants: Iterable[Variant]) -> list[Drawing]:
    """Draw an empty board of each variant."""
    return [blank(variant) for variant in variants]


def draw(game: Snapshot, ply: int | None = None, hint: Hint | None = None) -> Drawing:
    """Draw a game as it stands, with a hint if any, or as it stood after ``ply`` moves."""
    variant = Variant.parse(game["variant"])
    moves = game["moves"][:ply]
    marks = [""] * variant.size
    for made, cell in enumerate(moves):
        marks[cell] = Mark.of_ply(made).value
    line = _line(game) if len(moves) == game["ply"] else []
    drawing = _drawing(variant, marks, moves[-1] if moves else None, line, game["landing"])
    return _with_hint(drawing, hint) if hint else drawing


def picture(game: GameSummary) -> Drawing:
    """Draw the board as it stands, without the last move, which a summary does not have."""
    marks = ["" if mark == EMPTY else mark for mark in game["cells"]]
    return _drawing(Variant.parse(game["variant"]), marks, None, _line(game))


def sample(variant: Variant) -> Drawing:
    """Draw a position with a finished line: along the floor where pieces fall, else a diagonal."""
    line = _floor(variant) if variant.drop else _diagonal(variant)
    marks = [Mark.X.value if cell in line else "" for cell in range(variant.size)]
    for cell in line[:-1] if variant.drop else ():
        marks[cell - variant.width] = Mark.O.value
    drawing = _drawing(variant, marks, None, line)
    return replace(drawing, view=_middle(variant))


def lesson(variant: Variant, mark: Mark) -> Drawing:
    """Draw the end of a game in which ``mark`` has made a line, as it might have been played."""
    line, others = _floor_lesson(variant) if variant.drop else _row_lesson(variant)
    marks = [""] * variant.size
    # X has moved once more if it made the line with its last move, else both as often.
    for cell in others[: variant.run - (mark is Mark.X)]:
        marks[cell] = mark.opponent.value
    for cell in line:
        marks[cell] = mark.value
    return replace(_drawing(variant, marks, None, line), view=_middle(variant))


def history(game: Snapshot) -> list[Cell]:
    """Return the marked cells in the order of the moves."""
    variant = Variant.parse(game["variant"])
    moves = enumerate(game["moves"])
    return [
        Cell(cell, variant.cell_name(cell), *variant.place(cell), Mark.of_ply(ply).value)
        for ply, cell in moves
    ]


def _with_hint(drawing: Drawing, hint: Hint) -> Drawing:
    cells = [
        replace(
            cell,
            verdict=hint["verdicts"].get(str(cell.target)),
            is_best=cell.number in hint["best"],
            leads_to_best=cell.target in hint["best"],
        )
        for cell in drawing.cells
    ]
    return replace(drawing, cells=cells)


def _middle(variant: Variant) -> tuple[int, int, int, int]:
    width, height = min(variant.width, SAMPLE_SIDE), min(variant.height, SAMPLE_SIDE)
    return (variant.width - width) // 2, (variant.height - height) // 2, width, height


def _floor(variant: Variant) -> list[int]:
    start = (variant.width - variant.run) // 2
    return [variant.cell(start + step, variant.height - 1) for step in range(variant.run)]


def _floor_lesson(variant: Variant) -> tuple[list[int], list[int]]:
    """Return a line on the floor and the pieces of the other side: on top of it, and beside it."""
    line = _floor(variant)
    return line, [*(cell - variant.width for cell in line[:-1]), line[-1] + 1]


def _row_lesson(variant: Variant) -> tuple[list[int], list[int]]:
    """Return a line in the middle row, and marks above and below it in turn."""
    row, start = variant.height // 2, (variant.width - variant.run) // 2
    columns = range(start, start + variant.run)
    line = [variant.cell(column, row) for column in columns]
    return line, [variant.cell(column, row - (-1) ** (column - start)) for column in columns]


def _diagonal(variant: Variant) -> list[int]:
    """Return the middle of the diagonal that begins at the top left."""
    side = min(variant.width, variant.height)
    start = (side - variant.run) // 2
    return [variant.cell(start + step, start + step) for step in range(variant.run)]


def _line(game: GameSummary) -> list[int]:
    return game["outcome"]["line"] if game["outcome"] else []


def _drawing(
    variant: Variant,
    marks: list[str],
    last: int | None,
    line: list[int],
    landing: Sequence[int | None] | None = None,
) -> Drawing:
    def target(number: int) -> int | None:
        if landing:
            return landing[variant.place(number)[0]]
        return None if marks[number] else number

    pieces = pieces_of(variant)
    cells = [
        Cell(
            number,
            variant.cell_name(number),
            *variant.place(number),
            mark,
            is_last=number == last,
            line_place=line.index(number) + 1 if number in line else 0,
            target=target(number),
            pieces=pieces,
        )
        for number, mark in enumerate(marks)
    ]
    return Drawing(
        width=variant.width,
        height=variant.height,
        drop=variant.drop,
        ply=sum(map(bool, marks)),
        cells=cells,
        strike=strike(variant, line),
        view=(0, 0, variant.width, variant.height),
        pieces=pieces,
        misere=variant.misere,
        code=str(variant),
    )


def _inner_lines(board: Drawing) -> list[str]:
    """Return the lines between the cells, each bent a little as if drawn by hand."""
    width, height, gap = board.width, board.height, GRID_GAP
    return [
        *(f"M{x} {gap}Q{x + _bend(x)} {height / 2} {x} {height - gap}" for x in range(1, width)),
        *(f"M{gap} {y}Q{width / 2} {y - _bend(y)} {width - gap} {y}" for y in range(1, height)),
    ]


def _crossings(board: Drawing) -> list[str]:
    """Return the lines through the middle of the cells, on whose crossings stones are put."""
    right, bottom = board.width - 0.5, board.height - 0.5
    return [
        *(f"M{x + 0.5} 0.5V{bottom}" for x in range(board.width)),
        *(f"M0.5 {y + 0.5}H{right}" for y in range(board.height)),
    ]


def _star_lines(side: int) -> tuple[float, float, float]:
    return STAR_FROM_EDGE + 0.5, side / 2, side - STAR_FROM_EDGE - 0.5


def _hole(x: float, y: float) -> str:
    return (
        f"M{x - HOLE:.2f} {y}a{HOLE} {HOLE} 0 1 0 {2 * HOLE} 0a{HOLE} {HOLE} 0 1 0 -{2 * HOLE} 0Z"
    )


def _bend(line: int) -> float:
    """Bend the lines of a board to one side and the other in turn."""
    return GRID_BEND if line % 2 else -GRID_BEND


def strike(variant: Variant, line: list[int]) -> Segment | None:
    """Draw the stroke through a winning line, a little longer than from centre to centre."""
    if not line:
        return None
    (x1, y1), (x2, y2) = variant.place(line[0]), variant.place(line[-1])
    right = ((x2 > x1) - (x2 < x1)) * STRIKE_REACH
    down = ((y2 > y1) - (y2 < y1)) * STRIKE_REACH
    ends = (x1 + 0.5 - right, y1 + 0.5 - down, x2 + 0.5 + right, y2 + 0.5 + down)
    return Segment(*(round(end, 2) for end in ends))
