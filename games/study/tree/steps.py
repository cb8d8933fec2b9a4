from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.ai.solver import own_moves
from games.engine import Board, Mark, write_moves
from games.presentation import board_wording, sides
from games.presentation.description import Drawing, describe
from games.presentation.marks import pieces_of
from games.study.tree.textbook import (
    WIN,
    Bound,
    NodeState,
    Path,
    Phase,
    Step,
    Tree,
    TreeNode,
)

MOST_COLUMNS = 12  # of boards side by side; a wider tree has smaller boards
ROWS = 2  # of boards below the root; positions further down are beads
# The lines of ``pseudocode.txt`` that a step stands on; at its end that is the last.
LINES = {Phase.OVER: 2, Phase.START: 3, Phase.BACK: 6, Phase.CHECK: 9}

# A second value for each position, and whether it is a wrong one.
Labels = Mapping[Path, tuple[str, bool]]


class CodeLine(NamedTuple):
    number: int
    level: int
    text: str
    is_added: bool
    is_lit: bool


def listing(name: str, lit: int, **context: Any) -> list[CodeLine]:
    lines = render_to_string(f"study/tree/{name}.txt", context).splitlines()
    words = [line.lstrip("+ ") for line in lines]  # A plus marks what alpha-beta adds.
    return [
        CodeLine(at, (len(line) - len(text)) // 2, text, line.startswith("+"), at == lit)
        for at, (line, text) in enumerate(zip(lines, words, strict=True), start=1)
    ]


def number(value: float) -> str:
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if value else ""
    return f"{sign}∞" if abs(value) == inf else f"{sign}{abs(value):.0f}"


def known(node: TreeNode) -> str:
    if node.best is None or node.state is NodeState.AHEAD:
        return ""
    if node.low == node.high:
        return number(node.best)
    if node.high == node.best:
        return f"≤ {number(node.best)}"
    return f"≥ {number(node.best)}" if node.low == node.best else number(node.best)


def both_sides(board: Board) -> dict[str, str]:
    return sides.both(pieces_of(board.variant))


def headline(board: Board) -> dict[str, str]:
    outcome = board.outcome()
    winner = sides.side(outcome.winner, board.variant) if outcome and outcome.winner else ""
    return {"mover": "" if outcome else sides.side(board.turn, board.variant), "winner": winner}


def step_facts(tree: Tree, event: Step, pruning: bool) -> dict[str, Any]:
    variant, names, node = tree.board.variant, both_sides(tree.board), tree.nodes[event.path]
    turn, focus = Mark.of_ply(tree.board.ply + len(event.path)), event.focus[-1:]
    values = [value for child in node.children if (value := known(child))]
    moves = [child.path[-1] for child in node.children]
    left = [] if event.move is None else moves[moves.index(event.move) + 1 :]
    skipped = tree.count(NodeState.SKIPPED)
    grey = sum(below.state is NodeState.SKIPPED for below in node) if len(event.path) == 1 else 0
    line = LINES.get(event.kind, 10 if pruning else 7)
    return {
        "kind": _kind(event, turn, len(values)),
        "line": line,
        "sides": names,
        "total": len(tree.nodes),
        "looked_at": tree.count(NodeState.OPEN, NodeState.DONE),
        "skipped": skipped,
        "grey": grey if event.is_cut else 0,
        "hollow": skipped - grey,
        "is_max": turn is Mark.X,
        "side": names[turn],
        "other": names[turn.opponent],
        "winner": names[Mark.X if event.best > 0 else Mark.O],
        "best": number(event.best),
        "value": number(event.value),
        "alpha": number(event.alpha.value),
        "beta": number(event.beta.value),
        "depth": len(event.path),
        "moves": write_moves(event.path, variant),
        "move": variant.cell_name(focus[0]) if focus else "",
        "values": _listed(values),
        "left": _listed([variant.cell_name(move) for move in left]),
        "full": board_wording.draw(variant, is_dead=False) if event.kind is Phase.OVER else "",
        "cut": _cut(event, tree.board, turn) if event.is_cut else None,
    }


def _kind(event: Step, turn: Mark, values: int) -> str:
    # Which of the sentences of ``_step.html`` are said.
    match event.kind:
        case Phase.OVER:
            return "won" if event.best else "full"
        case Phase.START:
            return "start"
        case Phase.BACK:
            return "better" if event.value == event.best else "not better"
        case Phase.CHECK:
            return "cut" if event.is_cut else "goes on"
    return "only" if values == 1 else "largest" if turn is Mark.X else "smallest"


def _cut(event: Step, board: Board, turn: Mark) -> dict[str, Any]:
    # What the other side has already, by which move, and the moves after which this side gets more.
    has = event.beta if turn is Mark.X else event.alpha
    path = event.path[len(has.source) - 1 :]
    return {
        "has": number(has.value),
        "by": board.variant.cell_name(has.source[-1]),
        "moves": write_moves(path, board.variant),
        "is_one_move": len(path) == 1,
    }


def bound_facts(name: str, bound: Bound, board: Board) -> dict[str, str]:
    path = bound.source
    side = both_sides(board)[Mark.of_ply(board.ply + len(path) - 1)] if path else ""
    move = board.variant.cell_name(path[-1]) if path else ""
    value = number(bound.value)
    return {"name": name, "value": value, "side": side, "move": move, "id": _id(path, board)}


def scale_facts(event: Step, board: Board, pruning: bool) -> dict[str, Any]:
    bounds = [(Mark.X, event.alpha.value), (Mark.O, event.beta.value)]
    turn, names = Mark.of_ply(board.ply + len(event.path)), both_sides(board)
    return {
        "ticks": [(place(value), number(value)) for value in (-WIN, -WIN / 2, 0, WIN / 2, WIN)],
        "band": sorted(place(value) for _, value in bounds) if pruning else None,
        "points": [
            (place(value), mark.value, names[mark], number(value))
            for mark, value in (bounds if pruning else [(turn, event.best)])
            if abs(value) < inf
        ],
    }


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """``start`` is where its edge begins, from 0 to 100."""

    node: TreeNode
    focus: Path
    columns: int
    start: float
    children: list[PlacedNode]
    label: tuple[str, bool] | None

    @property
    def is_wide(self) -> bool:
        return self.columns > MOST_COLUMNS

    @property
    def edge(self) -> str:
        return f"M{self.start:.1f} 0C{self.start:.1f} 60 50 20 50 100"

    @property
    def id(self) -> str:
        return _id(self.node.path, self.node.board)

    @property
    def move(self) -> str:
        return self.node.board.variant.cell_name(self.node.path[-1])

    @property
    def drawing(self) -> Drawing:
        return describe(self.node.board)

    @property
    def value(self) -> str:
        return known(self.node)

    @property
    def window(self) -> tuple[str, ...]:
        ends = self.node.alpha, self.node.beta
        return (
            () if self.node.state is NodeState.AHEAD else tuple(number(end.value) for end in ends)
        )

    @property
    def source(self) -> str:
        path = max(self.node.alpha.source, self.node.beta.source, key=len)
        return _id(path, self.node.board) if path else ""

    @property
    def is_skipped(self) -> bool:
        return self.node.state is NodeState.SKIPPED

    @property
    def is_current(self) -> bool:
        return self.focus[: len(self.node.path)] == self.node.path

    @property
    def is_open(self) -> bool:
        node = self.node
        return node.state is NodeState.OPEN and node.best not in (None, node.low, node.high)

    @property
    def is_proven(self) -> bool:
        return self.node.best is not None and self.node.low == self.node.high

    @property
    def winner(self) -> str:
        best = self.node.best or 0
        return sides.side(Mark.X if best > 0 else Mark.O, self.node.board.variant) if best else ""

    @property
    def moves_to_win(self) -> int:
        return own_moves(WIN + 1 - abs(round(self.node.best or 0)))

    @property
    def ending(self) -> dict[str, str] | None:
        return headline(self.node.board) if self.node.board.outcome() else None

    @property
    def below(self) -> list[PlacedNode]:
        return [node for child in self.children for node in (child, *child.below)]

    @property
    def beads(self) -> list[PlacedNode]:
        return self.below if len(self.node.path) == ROWS else []

    @property
    def skipped_beads(self) -> int:
        return sum(bead.is_skipped for bead in self.beads)

    @property
    def seen(self) -> list[PlacedNode]:
        return [child for child in self.children if not child.is_skipped]

    @property
    def skipped(self) -> list[PlacedNode]:
        return [child for child in self.children if child.is_skipped]

    @property
    def skipped_below(self) -> int:
        return sum(node.is_skipped for node in self.below)


def _id(path: Path, board: Board) -> str:
    return f"at-{write_moves(path, board.variant)}"


def draw_tree(tree: Tree, focus: Path, labels: Labels = MappingProxyType({})) -> PlacedNode:
    def draw(node: TreeNode, start: float) -> PlacedNode:
        starts = _starts([_columns(child) for child in node.children])
        children = list(map(draw, node.children, starts))
        return PlacedNode(node, focus, _columns(node), start, children, labels.get(node.path))

    return draw(tree.root, 50)


def _columns(node: TreeNode) -> int:
    if len(node.path) >= ROWS:
        return 1
    return max(1, sum(map(_columns, node.children)))


def _starts(widths: Sequence[int]) -> list[float]:
    middle = sum(widths) / 2
    return [100 * (middle - sum(widths[:i])) / width for i, width in enumerate(widths)]


def place(value: float) -> float:
    return 50 + 40 * max(-1.0, min(1.0, value / WIN))


def _listed(words: Sequence[str]) -> str:
    if not words:
        return ""
    *most, last = words
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last} if most else last
