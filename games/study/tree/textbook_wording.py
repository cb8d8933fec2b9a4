"""What is said of each step of a textbook's search, and the pseudocode whose lines it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.engine import Mark, write_moves
from games.presentation import sides
from games.study.tree.textbook import WIN, Event, Kind, Node, Path, State, Tree

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
LINES = {Kind.OVER: 2, Kind.START: 3, Kind.BACK: 6, Kind.CHECK: 9}


class CodeLine(NamedTuple):
    number: int
    text: str
    is_added: bool
    is_lit: bool


def number(value: float) -> str:
    """Return a value with its sign, such as +9."""
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if value else ""
    return f"{sign}∞" if abs(value) == inf else f"{sign}{abs(value):.0f}"


def known(node: Node) -> str:
    """Return what is known of the value of a position, such as ≤ 0, or the best so far."""
    if node.best is None or node.state is State.AHEAD:
        return ""
    if node.low == node.high:
        return number(node.best)
    if node.high == node.best:
        return f"≤ {number(node.best)}"
    return f"≥ {number(node.best)}" if node.low == node.best else number(node.best)


@dataclass(frozen=True)
class StepWords:
    """The words of one step, after which the search has left the tree as it is."""

    tree: Tree
    event: Event
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
        return {mark.value: self._side(mark) for mark in Mark}

    @property
    def looked_at(self) -> int:
        return self.tree.count(State.OPEN, State.DONE)

    @property
    def headline(self) -> str:
        looked_at, total = self.looked_at, len(self.tree.nodes)
        if skipped := self.tree.count(State.SKIPPED):
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
        """What the step does, in a few words."""
        event, mover, best = self.event, self._mover, number(self.event.best)
        match event.kind:
            case Kind.OVER:
                return _("the game is over here, so %(best)s.") % {"best": best}
            case Kind.START:
                return _("%(side)s has %(best)s.") % {"side": mover, "best": best}
            case Kind.BACK if event.best == event.value:
                return _("%(side)s has %(best)s so far.") % {"side": mover, "best": best}
            case Kind.BACK:
                return _("%(side)s keeps %(best)s.") % {"side": mover, "best": best}
            case Kind.RETURN:
                return _("%(side)s takes %(best)s.") % {"side": mover, "best": best}
        ends = {"alpha": number(event.alpha.value), "beta": number(event.beta.value)}
        if event.is_cut:
            return _("%(alpha)s ≥ %(beta)s, so stop.") % ends
        return _("%(alpha)s ≥ %(beta)s is not so: go on.") % ends

    @property
    def reason(self) -> str:
        """A sentence that says why, or what it means."""
        event = self.event
        match event.kind:
            case Kind.OVER:
                return self._of_end()
            case Kind.START:
                return _("Nothing is known yet. Every value is better.")
            case Kind.BACK:
                return self._of_value()
            case Kind.CHECK if event.is_cut:
                return self._of_cut()
            case Kind.CHECK:
                return _("The moves that are left may still change something.")
        return self._of_choice()

    @property
    def where(self) -> str:
        """The number of the line and, where the reason does not say it, the position."""
        words = {"line": self.line, "moves": self._written(self.event.path)}
        is_said = self.event.is_cut or not self.event.path
        return (_("Line %(line)s: ") if is_said else _("Line %(line)s, after %(moves)s: ")) % words

    @property
    def question(self) -> str:
        """The question that comes before a check, whether the search stops here."""
        ends = {"alpha": number(self.event.alpha.value), "beta": number(self.event.beta.value)}
        words = {"place": self._place(self.event.path), "left": self._left, **ends}
        return _("%(place)s, α is %(alpha)s and β is %(beta)s. Will it look at %(left)s?") % words

    def owner(self, source: Path) -> str:
        """Say from whose move an end of the window comes: "O's move c2"."""
        mark = self._side(Mark.of_ply(self.tree.board.ply + len(source) - 1))
        return _("%(side)s's move %(move)s") % {"side": mark, "move": self._name(source[-1])}

    @property
    def wants(self) -> str:
        """Say which side moves at the root, and what it wants."""
        turn, words = self.tree.board.turn, {"side": self._side(self.tree.board.turn)}
        if turn is Mark.X:
            return _("%(side)s to move, wants the largest") % words
        return _("%(side)s to move, wants the smallest") % words

    @property
    def answers(self) -> str:
        """Say who answers the moves of the root, and what that side wants."""
        turn = self.tree.board.turn.opponent
        if turn is Mark.X:
            return _("%(side)s answers, and wants the largest.") % {"side": self._side(turn)}
        return _("%(side)s answers, and wants the smallest.") % {"side": self._side(turn)}

    def _of_end(self) -> str:
        outcome = self.tree.nodes[self.event.path].board.outcome()
        if outcome is None or outcome.winner is None:
            return _("The board is full: a draw.")
        words = {
            "side": self._side(outcome.winner),
            "win": number(WIN if outcome.winner is Mark.X else -WIN),
        }
        if (later := len(self.event.path) - 1) == 0:
            return _("%(side)s has won with the first move: %(win)s.") % words
        sentence = ngettext(
            "%(side)s has won: %(win)s, less %(later)s for the move that it took longer.",
            "%(side)s has won: %(win)s, less %(later)s for the moves that it took longer.",
            later,
        )
        return sentence % {**words, "later": later}

    def _of_value(self) -> str:
        event, is_max = self.event, self._is_max
        name = self._name(event.focus[-1])
        words = {"move": name, "value": number(event.value), "best": number(event.best)}
        if event.value == event.best:
            return _("%(move)s brings %(value)s, the best that it has seen here.") % words
        if is_max:
            return _("%(move)s brings %(value)s, which is not larger.") % words
        return _("%(move)s brings %(value)s, which is not smaller.") % words

    def _of_cut(self) -> str:
        """Say whole which comparison made a cut, and why it is right."""
        event, is_max = self.event, self._is_max
        own, other = (event.alpha, event.beta) if is_max else (event.beta, event.alpha)
        above = len(other.source) - 1  # the depth at which the other side has that already
        line = event.path[above:]
        words = {
            "side": self._mover,
            "other": self._side(self._turn.opponent),
            "line": self._written(line),
            "own": number(own.value),
            "has": number(other.value),
            "by": self._name(other.source[-1]),
            "left": self._left,
        }
        start = (
            _("After %(line)s, %(side)s gets %(own)s or more, and ")
            if is_max
            else _("After %(line)s, %(side)s gets %(own)s or less, and ")
        )
        end = (
            _("%(other)s already has %(has)s with %(by)s: ")
            + (_("it will never play %(line)s, ") if len(line) == 1 else _("it never comes here, "))
            + _("whatever the rest (%(left)s) is worth.")
        )
        return (start + end) % words

    def _of_choice(self) -> str:
        node = self.tree.nodes[self.event.path]
        values = [child.best for child in node.children if child.best is not None]
        if len(values) == 1:
            return _("It is the only value.")
        words = {
            "values": _listed([number(value) for value in values]),
            "move": self._name(self.event.focus[-1]),
        }
        if self._is_max:
            return _("It is the largest of %(values)s, so %(move)s is the move.") % words
        return _("It is the smallest of %(values)s, so %(move)s is the move.") % words

    @property
    def _left(self) -> str:
        """The moves after the one that has come back."""
        moves = self.tree.nodes[self.event.path].board.legal_moves()
        rest = moves[moves.index(self.event.focus[-1]) + 1 :]
        return _listed([self._name(move) for move in rest])

    def _place(self, path: Path) -> str:
        return _("After %(line)s") % {"line": self._written(path)} if path else _("At the start")

    def _written(self, path: Path) -> str:
        return write_moves(path, self.tree.board.variant)

    @property
    def _turn(self) -> Mark:
        return Mark.of_ply(self.tree.board.ply + len(self.event.path))

    @property
    def _is_max(self) -> bool:
        return self._turn is Mark.X

    @property
    def _mover(self) -> str:
        return self._side(self._turn)

    def _side(self, mark: Mark) -> str:
        return sides.side(mark, self.tree.board.variant)

    def _name(self, move: int) -> str:
        return self.tree.board.variant.cell_name(move)


def _listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a2, b2 and c2"."""
    *most, last = words
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last} if most else last
