"""The drawing of a board for the templates: its cells with their words, and its lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine import Board, Mark, Variant
from games.engine.board import EMPTY
from games.presentation.cell_names import spoken
from games.presentation.grid import (
    crossings,
    frame_path,
    hands,
    inner_lines,
    panel,
    reach,
    shaking,
    star_points,
    strike,
)
from games.presentation.marks import SHAPES, Pieces, Shape, look, pieces_of
from games.presentation.sides import both, with_pieces
from games.protocol import GameSummary, HintInWords, Snapshot, Status, VerdictInWords


@dataclass(frozen=True, slots=True)
class Cell:
    number: int
    name: str  # such as b2
    column: int
    row: int
    mark: str  # "X", "O" or "" for an empty cell
    is_last: bool = False
    # From 1, in the line that ended the game, or of the two that shake hands after a draw; else 0.
    line_place: int = 0
    target: int | None = None  # the cell that a press on this one plays, None for no move
    verdict: VerdictInWords | None = None  # a hint's verdict of that move
    is_best: bool = False  # whether a hint or a lesson recommends this cell
    is_tried: bool = False  # whether this cell was answered, wrongly
    is_refutation: bool = False  # whether the other side would answer here
    leads_to_best: bool = False  # whether a press on this cell plays what a hint recommends
    threat: str = ""  # the marks that would complete a line here: "X", "O" or "XO"
    pieces: Pieces = Pieces.MARKS
    address: str = ""  # the query to which a press on this cell leads, where it is a link

    @property
    def in_line(self) -> bool:
        return self.line_place > 0

    @property
    def look(self) -> int:
        """The number of the drawing of a mark that this cell uses."""
        return look(self.pieces, self.column, self.row)

    @property
    def shape(self) -> Shape:
        return SHAPES[self.pieces][self.mark][self.look]

    @property
    def shape_svg(self) -> SafeString:
        return _svg(self.shape)

    @property
    def has_sign(self) -> bool:
        """Whether a verdict's sign is written into this cell, which its move would mark."""
        is_known = self.verdict and self.verdict["value"] != "unknown"
        return bool(is_known and not self.is_tried and self.target == self.number)

    @property
    def side(self) -> str:
        """What the side is called whose mark is here, "" for an empty cell."""
        return with_pieces(self.mark, self.pieces) if self.mark else ""

    @property
    def label(self) -> str:
        label = f"{spoken(self.name)}, {self.side or _('empty')}"
        label = f"{label}: {self.verdict['words']}" if self.verdict else label
        return f"{label}, {_('recommended')}" if self.leads_to_best else label


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing of a position; ``ply`` is the number of marks on the board."""

    width: int
    height: int
    drop: bool  # whether pieces fall to the lowest free cell of their column
    ply: int
    cells: list[Cell]
    strike: str  # through the line that ended the game, as an svg path; "" for none
    view: tuple[int, int, int, int]  # left, top, width and height of the part that is shown
    pieces: Pieces = Pieces.MARKS
    misere: bool = False  # whether a line loses
    code: str = ""  # of the variant
    hands: str = ""  # the svg transform of those that are shaken after a draw; "" for none

    @property
    def rows(self) -> list[list[Cell]]:
        return [self.cells[i : i + self.width] for i in range(0, len(self.cells), self.width)]

    @property
    def marked(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.mark]

    @property
    def best(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.is_best]

    @property
    def has_signs(self) -> bool:
        return any(cell.has_sign for cell in self.cells)

    @property
    def grid(self) -> list[str]:
        """The lines of the board as svg paths; a frame with holes has none."""
        if self.pieces is Pieces.DISCS:
            return []
        lines = crossings if self.pieces is Pieces.STONES else inner_lines
        return lines(self.width, self.height)

    @property
    def stars(self) -> list[tuple[float, float]]:
        return star_points(self.width, self.height) if self.pieces is Pieces.STONES else []

    @property
    def frame(self) -> str:
        """What pieces fall behind or lie on, as an svg path: a frame with holes, or wood."""
        if self.pieces is not Pieces.DISCS:
            return panel(self.view) if self.pieces is Pieces.STONES else ""
        places = ((cell.column, cell.row) for cell in self.cells)
        return frame_path(self.width, self.height, places)

    @property
    def reach(self) -> float:
        return reach(self.pieces, self.width)

    @property
    def line(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.in_line]

    @property
    def line_mark(self) -> str:
        """The mark of the line that ended the game, or of the left hand after a draw, if any."""
        first = min(self.line, key=lambda cell: cell.line_place, default=None)
        return first.mark if first else ""

    @property
    def looks(self) -> str:
        """The number of the drawing of a mark for each cell, one digit a cell."""
        return "".join(str(cell.look) for cell in self.cells)

    @property
    def sides(self) -> dict[str, str]:
        """What the sides are called, by mark."""
        return both(self.pieces)

    @property
    def words(self) -> str:
        marks = [f"{cell.side} {spoken(cell.name)}" for cell in self.marked]
        return "; ".join(marks) or _("empty board")


def blank(variant: Variant) -> Drawing:
    return draw_board(Board(variant))


def blanks(variants: Iterable[Variant]) -> list[Drawing]:
    return [blank(variant) for variant in variants]


def draw(game: Snapshot, ply: int | None = None, hint: HintInWords | None = None) -> Drawing:
    """Draw the present position of a game, or the one after ``ply`` moves, with a hint if any."""
    variant = Variant.parse(game["variant"])
    moves = game["moves"][:ply]
    marks = [""] * variant.size
    for made, cell in enumerate(moves):
        marks[cell] = Mark.of_ply(made).value
    line = _line(game) if len(moves) == game["ply"] else []
    last = moves[-1] if moves else None
    pair = shaking(variant, marks, last) if _is_drawn(game) and len(moves) == game["ply"] else []
    drawing = draw_marks(variant, marks, last, line, game["landing"], pair)
    return _with_hint(drawing, hint) if hint else drawing


def draw_board(board: Board, last: int | None = None, best: Collection[int] = ()) -> Drawing:
    """Draw a position on which the side to move may play.

    :param last: the cell of the last move
    :param best: cells to recommend
    """
    outcome = board.outcome()
    marks = [board.mark_at(cell) or "" for cell in range(board.variant.size)]
    line = outcome.line if outcome else ()
    drawing = draw_marks(board.variant, marks, last, line, board.landing())
    return replace(drawing, cells=[replace(c, is_best=c.number in best) for c in drawing.cells])


def draw_summary(game: GameSummary) -> Drawing:
    """Draw the board of a summary, which does not know the last move."""
    marks = ["" if mark == EMPTY else mark for mark in game["cells"]]
    return draw_marks(Variant.parse(game["variant"]), marks, line=_line(game))


def draw_marks(
    variant: Variant,
    marks: Sequence[str],
    last: int | None = None,
    line: Sequence[int] = (),
    landing: Sequence[int | None] | None = None,
    pair: Sequence[int] = (),
) -> Drawing:
    """Draw a board from a text for each cell: "X", "O" or "".

    :param last: the cell of the last move
    :param line: the cells of the line that ended the game, in order
    :param landing: for each column, the cell that a piece falls to; None where none may fall
    :param pair: the cells that shake hands after a draw
    """
    places = {cell: place for place, cell in enumerate(line or pair, start=1)}
    pieces, targets = pieces_of(variant), _targets(variant, marks, landing)
    cells = [
        Cell(
            number,
            variant.cell_name(number),
            *variant.place(number),
            mark,
            is_last=number == last,
            line_place=places.get(number, 0),
            target=targets[number],
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
        hands=hands(variant, pair),
    )


def _targets(
    variant: Variant, marks: Sequence[str], landing: Sequence[int | None] | None
) -> list[int | None]:
    """Return for each cell the cell that a press on it plays, None for no move."""
    if landing:
        return [landing[variant.place(number)[0]] for number in range(len(marks))]
    return [None if mark else number for number, mark in enumerate(marks)]


def history(game: Snapshot) -> list[Cell]:
    variant = Variant.parse(game["variant"])
    marks = ((cell, Mark.of_ply(ply).value) for ply, cell in enumerate(game["moves"]))
    return [
        Cell(cell, variant.cell_name(cell), *variant.place(cell), mark, pieces=pieces_of(variant))
        for cell, mark in marks
    ]


def _with_hint(drawing: Drawing, hint: HintInWords) -> Drawing:
    cells = [
        replace(
            cell,
            verdict=hint["verdicts"].get(str(cell.target)),
            is_best=cell.number == hint["best"][0],
            leads_to_best=cell.target in hint["best"],
        )
        for cell in drawing.cells
    ]
    return replace(drawing, cells=cells)


@cache
def _svg(shape: Shape) -> SafeString:
    """Draw a shape; there are few shapes, but a list of games draws thousands of marks."""
    return render_to_string("web/_shape.html", {"shape": shape})


def _is_drawn(game: GameSummary) -> bool:
    outcome = game["outcome"]
    return game["status"] == Status.FINISHED and outcome is not None and not outcome["winner"]


def _line(game: GameSummary) -> list[int]:
    return game["outcome"]["line"] if game["outcome"] else []
