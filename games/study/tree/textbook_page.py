"""The whole tree of a small position as the templates draw it: two rows of boards, and beads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.engine import Board, Mark, write_moves
from games.play import errors
from games.presentation.description import Drawing, describe
from games.study.tree.addresses import TreeAddress
from games.study.tree.textbook import (
    WIN,
    Bound,
    NodeState,
    Path,
    Phase,
    Step,
    Tree,
    TreeNode,
    search,
)
from games.study.tree.textbook_wording import StepWords, headline, known, number, verdict

ROWS = 2  # of boards below the root; positions further down are beads
MOST_COLUMNS = 12  # of boards side by side; a wider tree is drawn with a row for each move

# A second value for each position, and whether it is a wrong one.
Labels = Mapping[Path, tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A position with what is below it; ``start`` is where its edge begins, from 0 to 100."""

    node: TreeNode
    focus: Path
    columns: int
    start: float
    children: list[PlacedNode]
    label: tuple[str, bool] | None

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
    def window(self) -> str:
        if self.node.state is NodeState.AHEAD:
            return ""
        ends = {"alpha": number(self.node.alpha.value), "beta": number(self.node.beta.value)}
        return _("%(alpha)s to %(beta)s") % ends

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
    def words(self) -> str:
        return verdict(self.node)

    @property
    def ending(self) -> str:
        return headline(self.node.board) if self.node.board.outcome() else ""

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


class Dot(NamedTuple):
    place: float
    mark: Mark
    words: str

    @property
    def anchor(self) -> str:
        return "start" if self.place < 25 else "end" if self.place > 75 else "middle"


def place(value: float) -> float:
    return 50 + 46 * max(-1.0, min(1.0, value / WIN))


@dataclass(frozen=True, slots=True)
class DrawnScale:
    event: Step
    turn: Mark
    pruning: bool
    sides: dict[str, str]

    @property
    def ticks(self) -> list[tuple[float, str]]:
        return [(place(value), number(value)) for value in (-WIN, -WIN / 2, 0, WIN / 2, WIN)]

    @property
    def ends(self) -> list[tuple[int, str, str]]:
        wins = [_("%(side)s wins") % {"side": self.sides[mark]} for mark in ("O", "X")]
        return [(0, "start", wins[0]), (100, "end", wins[1])]

    @property
    def band(self) -> tuple[float, float] | None:
        ends = place(self.event.alpha.value), place(self.event.beta.value)
        return (min(ends), max(ends)) if self.pruning else None

    @property
    def points(self) -> list[Dot]:
        has = [(Mark.X, self.event.alpha.value), (Mark.O, self.event.beta.value)]
        if not self.pruning:
            has = [(self.turn, self.event.best)]
        words = _("%(side)s has %(value)s")
        return [
            Dot(place(value), mark, words % {"side": self.sides[mark], "value": number(value)})
            for mark, value in has
            if abs(value) < inf
        ]


def context(request: HttpRequest, address: TreeAddress) -> dict[str, Any]:
    """:raises NoSuchSearch: if there is no such step"""
    pruning = address.pruning
    events = list(search(address.board, pruning=pruning))
    step = _step(request, events, pruning)
    event, tree = events[step], Tree(address.board).take(events[: step + 1])
    words, root = StepWords(tree, event, pruning), draw_tree(tree, event.focus)
    total, looked_at = (_count(address.board, cuts) for cuts in (False, True))
    ends = (("α", event.alpha), ("β", event.beta)) if pruning else ()
    is_asked = "guess" in request.GET and step + 1 < len(events) and events[step + 1].is_question
    return {
        "words": StepWords(tree, events[step + 1], pruning) if is_asked else words,
        "event": event,
        "is_asked": is_asked,
        "guess": request.GET.get("guess") if event.is_question else None,
        "root": root,
        "is_wide": root.columns > MOST_COLUMNS,
        "scale": DrawnScale(event, tree.nodes[event.path].board.turn, pruning, words.sides),
        "bounds": [_bound(name, bound, words) for name, bound in ends],
        "counts": {"minimax": total, "alpha_beta": looked_at},
        "skips": total - looked_at,
        "step": step,
        "last": len(events) - 1,
        "question": _next_question(events, step),
    }


def _step(request: HttpRequest, events: Sequence[Step], pruning: bool) -> int:
    # Without one it is the cut nearest to the root, or the end.
    if "step" not in request.GET:
        cuts = [number for number, event in enumerate(events) if event.is_cut]
        return max(cuts, key=lambda n: (-len(events[n].path), n), default=len(events) - 1)
    step = request.GET["step"][:6]
    if not step.isascii() or not step.isdecimal() or int(step) >= len(events):
        raise errors.NoSuchSearch
    return int(step)


def _count(board: Board, pruning: bool) -> int:
    return sum(event.kind in (Phase.START, Phase.OVER) for event in search(board, pruning=pruning))


def _next_question(events: Sequence[Step], step: int) -> int | None:
    asked = [number - 1 for number, event in enumerate(events) if event.is_question]
    return next((number for number in asked if number > step), asked[0] if asked else None)


def _bound(name: str, bound: Bound, words: StepWords) -> dict[str, str]:
    return {
        "name": name,
        "value": number(bound.value),
        "owner": words.owner(bound.source) if bound.source else "",
        "id": _id(bound.source, words.tree.board),
    }
