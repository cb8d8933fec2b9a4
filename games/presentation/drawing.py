"""The drawing of a board for the templates: its cells with their words, and its lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine import Board, Mark, Variant
from games.engine.board import EMPTY
from games.presentation import small_boards
from games.presentation.cell_names import spoken
from games.presentation.cells import Cell, SmallBoard, divide, hinted, targets_of
from games.presentation.grid import (
    View,
    crossings,
    extent,
    frame_path,
    hands,
    inner_lines,
    margin,
    panel,
    reach,
    spot,
    star_points,
    strike,
)
from games.presentation.marks import Pieces, pieces_of
from games.presentation.sides import both
from games.protocol import (
    ClosedBoard,
    GameSummary,
    HintInWords,
    Snapshot,
    Status,
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing of a position; ``ply`` is the number of marks on the board."""

    width: int
    height: int
    drop: bool  # whether pieces fall to the lowest free cell of their column
    ply: int
    cells: list[Cell]
    strike: str  # through the line that ended the game, as an svg path; "" for none
    view: View  # the part that is shown
    pieces: Pieces = Pieces.MARKS
    misere: bool = False  # whether a line loses
    code: str = ""  # of the variant
    hands: str = ""  # the svg transform of those that are shaken after a draw; "" for none
    closed: tuple[ClosedBoard, ...] = ()  # the small boards that take no more moves
    target: int | None = None  # the small board on which the next move must be made

    @property
    def variant(self) -> Variant:
        return Variant.parse(self.code)

    @property
    def small_boards(self) -> list[SmallBoard]:
        if not self.margin:
            return [SmallBoard(0, "", self.rows, self.pieces)]
        return divide(self.variant, self.cells, self.closed, self.target)

    @property
    def margin(self) -> float:
        return margin(self.variant)

    @property
    def small_grid(self) -> list[str]:
        return inner_lines(self.variant.run, self.variant.run)

    @property
    def extent(self) -> tuple[float, float]:
        return extent(self.variant)

    @property
    def shared(self) -> str:
        return Mark.X.value if self.pieces is Pieces.SHARED_MARKS else ""

    @property
    def turn(self) -> Mark:
        return Mark.of_ply(self.ply)

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
        if self.pieces is Pieces.DISCS:
            return []
        if self.margin:
            # Between small boards, in their size, if they are the cells of a larger board.
            side = self.variant.run
            return inner_lines(side, side) if self.is_broad else []
        lines = crossings if self.pieces is Pieces.STONES else inner_lines
        return lines(self.width, self.height)

    @property
    def grid_scale(self) -> float:
        return self.variant.run + 2 * self.margin if self.margin else 1

    @property
    def stars(self) -> list[tuple[float, float]]:
        return star_points(self.width, self.height) if self.pieces is Pieces.STONES else []

    @property
    def frame(self) -> str:
        if self.pieces is not Pieces.DISCS:
            return panel(self.view) if self.pieces is Pieces.STONES else ""
        places = ((cell.column, cell.row) for cell in self.cells)
        return frame_path(self.width, self.height, places)

    @property
    def reach(self) -> float:
        return reach(self.variant)

    @property
    def is_broad(self) -> bool:
        return self.cells[0].leads_to is not None

    @property
    def line(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.in_line]

    @property
    def line_mark(self) -> str:
        first = min(self.line, key=lambda cell: cell.line_place, default=None)
        if first is None:
            return ""
        board = self.variant.board_of(first.number)
        won = (each["mark"] for each in self.closed if each["board"] == board)
        return next(won, "") or first.mark

    @property
    def looks(self) -> str:
        return "".join(str(cell.look) for cell in self.cells)

    @property
    def sides(self) -> dict[str, str]:
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
        marks[cell] = variant.rules.mark(made).value
    is_latest = len(moves) == game["ply"]
    closed = [each for each in game["closed"] if each["ply"] <= len(moves)]
    last = moves[-1] if moves else None
    drawing = draw_marks(
        variant,
        marks,
        last,
        _line(game) if is_latest else [],
        game["landing"],
        small_boards.pair(variant, marks, last, closed) if is_latest and _is_drawn(game) else [],
        closed=closed,
        target=small_boards.target_at(game, len(moves)),
        playable=game["playable"],
    )
    return replace(drawing, cells=hinted(drawing.cells, hint)) if hint else drawing


def draw_board(board: Board, last: int | None = None, best: Collection[int] = ()) -> Drawing:
    """Draw a position on which the side to move may play.

    :param last: the cell of the last move
    :param best: cells to recommend
    """
    outcome = board.outcome()
    marks = [board.mark_at(cell) or "" for cell in range(board.variant.size)]
    line = outcome.line if outcome else ()
    small = small_boards.describe(board)
    drawing = draw_marks(board.variant, marks, last, line, board.landing(), **small)
    return replace(drawing, cells=[replace(c, is_best=c.number in best) for c in drawing.cells])


def draw_summary(game: GameSummary) -> Drawing:
    marks = ["" if mark == EMPTY else mark for mark in game["cells"]]
    closed, target = game["closed"], game["target"]
    variant, line = Variant.parse(game["variant"]), _line(game)
    return draw_marks(variant, marks, line=line, closed=closed, target=target)


def draw_marks(
    variant: Variant,
    marks: Sequence[str],
    last: int | None = None,
    line: Sequence[int] = (),
    landing: Sequence[int | None] | None = None,
    pair: Sequence[int] = (),
    *,
    closed: Iterable[ClosedBoard] = (),
    target: int | None = None,
    playable: Collection[int] | None = None,
) -> Drawing:
    """Draw a board from a text for each cell: "X", "O" or "".

    :param last: the cell of the last move
    :param line: the cells of the line that ended the game, in order
    :param landing: for each column, the cell that a piece falls to; None where none may fall
    :param pair: the cells that shake hands after a draw
    :param closed: the small boards that take no more moves
    :param target: the small board on which the next move must be made
    :param playable: the cells that may be marked next, None for all that are free
    """
    places = {cell: place for place, cell in enumerate(line or pair, start=1)}
    pieces, targets = pieces_of(variant), targets_of(variant, marks, landing, playable)
    cells = [
        Cell(
            number,
            variant.cell_name(number),
            *variant.place(number),
            mark,
            *spot(variant, number),
            is_last=number == last,
            line_place=places.get(number, 0),
            target=targets[number],
            pieces=pieces,
            leads_to=variant.rules.leads_to(number),
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
        view=(0, 0, *extent(variant)),
        pieces=pieces,
        misere=variant.misere,
        code=str(variant),
        hands=hands(variant, pair),
        closed=tuple(closed),
        target=target,
    )


def history(game: Snapshot) -> list[Cell]:
    variant = Variant.parse(game["variant"])
    marks = ((cell, Mark.of_ply(ply).value) for ply, cell in enumerate(game["moves"]))
    return [
        Cell(cell, variant.cell_name(cell), *variant.place(cell), mark, pieces=pieces_of(variant))
        for cell, mark in marks
    ]


def _is_drawn(game: GameSummary) -> bool:
    outcome = game["outcome"]
    return game["status"] == Status.FINISHED and outcome is not None and not outcome["winner"]


def _line(game: GameSummary) -> list[int]:
    return game["outcome"]["line"] if game["outcome"] else []
