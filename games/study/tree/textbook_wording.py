"""What is said of each step of a textbook's search, and the pseudocode whose lines it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.engine import Board, Mark, write_moves
from games.presentation import board_wording, sides
from games.presentation.marks import pieces_of
from games.study.tree.textbook import WIN, NodeState, Path, Phase, Step, Tree, TreeNode

MINIMAX = (
    lazy("value(position):"),
    lazy("  if over: return its score"),
    lazy("  best = −∞ for %(x)s, +∞ for %(o)s"),
    lazy("  for each move:"),
    lazy("    v = value(after move)"),
    lazy("    if v is better: best = v"),
    lazy("  return best"),
)
# The lines that alpha-beta adds come before the last.
ALPHA_BETA = (
    lazy("value(position, α, β):"),
    *MINIMAX[1:4],
    lazy("    v = value(after move, α, β)"),
    MINIMAX[5],
    lazy("    if %(x)s moves: α = max(α, best)"),
    lazy("    else:       β = min(β, best)"),
    lazy("    if α ≥ β: break"),
    MINIMAX[6],
)
ADDED = (7, 8, 9)
LINES = {Phase.OVER: 2, Phase.START: 3, Phase.BACK: 6, Phase.CHECK: 9}
# What each kind of step does, in a few words, and a sentence that says why or what it means.
SAID = {
    "start": (
        lazy("%(side)s has %(best)s."),
        lazy("Nothing is known yet. Every value is better."),
    ),
    "full": (
        lazy("the game is over here, so %(best)s."),
        lazy("%(why)s A draw."),
    ),
    "won": (
        lazy("the game is over here, so %(best)s."),
        lazy("%(winner)s has won with move %(depth)s: 10, less one for each after the first."),
    ),
    "better": (
        lazy("%(side)s has %(best)s so far."),
        lazy("%(move)s brings %(value)s, the best that it has seen here."),
    ),
    "not better": (
        lazy("%(side)s keeps %(best)s."),
        lazy("%(move)s brings %(value)s, which is no better for it."),
    ),
    "goes on": (
        lazy("%(alpha)s ≥ %(beta)s is not so: go on."),
        lazy("The moves that are left may still change something."),
    ),
    "cut": (
        lazy("%(alpha)s ≥ %(beta)s, so stop."),
        lazy(
            "After %(line)s, %(side)s gets %(best)s or %(more)s, and %(other)s already has %(has)s "
            "with %(by)s: it will never %(come)s, whatever the rest (%(left)s) is worth."
        ),
    ),
    "only": (lazy("%(side)s takes %(best)s."), lazy("It is the only value looked at.")),
    "largest": (
        lazy("%(side)s takes %(best)s."),
        lazy("It is the largest of %(values)s, so %(move)s is the move."),
    ),
    "smallest": (
        lazy("%(side)s takes %(best)s."),
        lazy("It is the smallest of %(values)s, so %(move)s is the move."),
    ),
}


class CodeLine(NamedTuple):
    number: int
    text: str
    is_added: bool
    is_lit: bool


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


def headline(board: Board) -> str:
    outcome = board.outcome()
    if not outcome:
        return _("%(mark)s to move") % {"mark": sides.side(board.turn, board.variant)}
    if outcome.winner:
        return _("%(mark)s has won") % {"mark": sides.side(outcome.winner, board.variant)}
    return _("A draw")


def verdict(node: TreeNode) -> str:
    if node.best is None or node.low != node.high:
        return ""
    if not node.best:
        return _("draw")
    mark = sides.side(Mark.X if node.best > 0 else Mark.O, node.board.variant)
    plies = WIN + 1 - abs(round(node.best)) - len(node.path)
    if not plies:
        return _("%(mark)s has won") % {"mark": mark}
    return _("%(mark)s wins in %(plies)s") % {"mark": mark, "plies": plies}


@dataclass(frozen=True)
class StepWords:
    tree: Tree
    event: Step
    pruning: bool

    @property
    def line(self) -> int:
        return LINES.get(self.event.kind, 10 if self.pruning else 7)

    @property
    def code(self) -> list[CodeLine]:
        lines = ALPHA_BETA if self.pruning else MINIMAX
        names = {mark.lower(): side for mark, side in self.sides.items()}
        return [
            CodeLine(line, str(text) % names, self.pruning and line in ADDED, line == self.line)
            for line, text in enumerate(lines, start=1)
        ]

    @property
    def sides(self) -> dict[str, str]:
        return sides.both(pieces_of(self.tree.board.variant))

    @property
    def headline(self) -> str:
        looked_at, total = self.tree.count(NodeState.OPEN, NodeState.DONE), len(self.tree.nodes)
        if skipped := self.tree.count(NodeState.SKIPPED):
            return _("%(some)s of %(all)s never looked at.") % {"some": skipped, "all": total}
        if looked_at == total:
            return _("All %(all)s looked at.") % {"all": total}
        return _("%(some)s of %(all)s looked at.") % {"some": looked_at, "all": total}

    @property
    def idea(self) -> str:
        if self.pruning:
            return _("A branch is left once it can no longer change the move.")
        return _("Each position gets the value of its best answer, from the leaves up.")

    @property
    def news(self) -> str:
        return str(SAID[self._said][0]) % self._words

    @property
    def reason(self) -> str:
        return str(SAID[self._said][1]) % self._words

    @property
    def where(self) -> str:
        words = {"line": self.line, "moves": self._written(self.event.path)}
        is_said = self.event.is_cut or not self.event.path
        return (_("Line %(line)s: ") if is_said else _("Line %(line)s, after %(moves)s: ")) % words

    @property
    def question(self) -> str:
        line = _("After %(line)s, α is %(alpha)s and β is %(beta)s. Will it look at %(left)s?")
        return line % {**self._words, "line": self._written(self.event.path)}

    def owner(self, source: Path) -> str:
        side = self.sides[Mark.of_ply(self.tree.board.ply + len(source) - 1)]
        return _("%(side)s's move %(move)s") % {"side": side, "move": self._name(source[-1])}

    @property
    def wants(self) -> str:
        turn, words = self.tree.board.turn, {"side": self.sides[self.tree.board.turn]}
        if turn is Mark.X:
            return _("%(side)s to move, wants the largest") % words
        return _("%(side)s to move, wants the smallest") % words

    @property
    def answers(self) -> str:
        turn = self.tree.board.turn.opponent
        if turn is Mark.X:
            return _("%(side)s answers, and wants the largest.") % {"side": self.sides[turn]}
        return _("%(side)s answers, and wants the smallest.") % {"side": self.sides[turn]}

    @property
    def _said(self) -> str:
        event = self.event
        match event.kind:
            case Phase.OVER:
                return "won" if event.best else "full"
            case Phase.START:
                return "start"
            case Phase.BACK:
                return "better" if event.value == event.best else "not better"
            case Phase.CHECK:
                return "cut" if event.is_cut else "goes on"
        if len(self._values) == 1:
            return "only"
        return "largest" if self._turn is Mark.X else "smallest"

    @property
    def _words(self) -> dict[str, str]:
        event, turn, variant = self.event, self._turn, self.tree.board.variant
        values = {"best": event.best, "value": event.value}
        ends = {"alpha": event.alpha.value, "beta": event.beta.value}
        return {
            **{name: number(value) for name, value in {**values, **ends}.items()},
            **(self._words_of_cut() if event.is_cut else {}),
            "side": self.sides[turn],
            "other": self.sides[turn.opponent],
            "winner": self.sides[Mark.X if event.best > 0 else Mark.O],
            "depth": str(len(event.path)),
            "move": self._name(event.focus[-1]) if event.focus else "",
            "values": _listed(self._values),
            "left": _listed(self._left),
            "why": board_wording.draw(variant, is_dead=False) if self._said == "full" else "",
        }

    def _words_of_cut(self) -> dict[str, str]:
        is_max = self._turn is Mark.X
        has = self.event.beta if is_max else self.event.alpha
        line = self.event.path[len(has.source) - 1 :]
        words = {"line": self._written(line)}
        return words | {
            "more": _("more") if is_max else _("less"),
            "has": number(has.value),
            "by": self._name(has.source[-1]),
            "come": _("play %(line)s") % words if len(line) == 1 else _("come here"),
        }

    @property
    def _values(self) -> list[str]:
        return [
            value for child in self.tree.nodes[self.event.path].children if (value := known(child))
        ]

    @property
    def _left(self) -> list[str]:
        moves, focus = self.tree.nodes[self.event.path].board.legal_moves(), self.event.focus[-1:]
        rest = [move for move in moves if focus and move > focus[0]]
        return [self._name(move) for move in rest]

    def _written(self, path: Path) -> str:
        return write_moves(path, self.tree.board.variant)

    @property
    def _turn(self) -> Mark:
        return Mark.of_ply(self.tree.board.ply + len(self.event.path))

    def _name(self, move: int) -> str:
        return self.tree.board.variant.cell_name(move)


def _listed(words: Sequence[str]) -> str:
    if not words:
        return ""
    *most, last = words
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last} if most else last
