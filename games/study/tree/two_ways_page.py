"""The page of the two ways to write minimax: code, values, and one mistake at a time."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.engine import Board
from games.play import errors
from games.presentation import sides
from games.presentation.marks import pieces_of
from games.study.tree.textbook import Tree, search
from games.study.tree.textbook_page import MOST_COLUMNS, draw_tree
from games.study.tree.textbook_wording import CodeLine, headline, number
from games.study.tree.two_ways import Slip, Values, chosen_move, values_of

# O wins by a fork, and each mistake makes it miss that.
POSITION = "b3-a3-a2-c2-a1"

MINIMAX = (
    lazy("value(position):"),
    lazy("  if over: return %(x)s's score"),
    lazy("  if %(x)s moves:"),
    lazy("    return max of the values"),
    lazy("  else:"),
    lazy("    return min of the values"),
)
NEGAMAX = (
    lazy("value(position):"),
    lazy("  if over: return own score"),
    lazy("  best = −∞"),
    lazy("  for each move:"),
    lazy("    best = max(best, −value)"),
    lazy("  return best"),
)
# The line of negamax that a mistake changes, what it then says, and the mistake in words.
MISTAKES = {
    Slip.SIGN: (5, lazy("    best = max(best, value)"), lazy("The minus is forgotten")),
    Slip.ZERO: (3, lazy("  best = 0"), lazy("Best begins with 0")),
    Slip.UNSEEN: (2, lazy("  if full: return own score"), lazy("The end is not seen")),
    Slip.SIDE: (2, lazy("  if over: return other's score"), lazy("The wrong side wins")),
}
REASONS = {
    Slip.SIGN: lazy(
        "What is good for one side is bad for the other. Without the minus each side looks for the "
        "move that is best for its opponent."
    ),
    Slip.ZERO: lazy(
        "A lost position has no move above 0, so it keeps the 0 and looks like a draw. Then a won "
        "one looks like a draw as well."
    ),
    Slip.UNSEEN: lazy(
        "A line ends the game. A search that only asks whether the board is full plays on, and "
        "takes values from positions that cannot come up."
    ),
    Slip.SIDE: lazy(
        "Whoever is to move in a finished game has lost, as the line is the other side's. Counted "
        "for the wrong side, each loss looks like a win."
    ),
}


def context(board: Board, asked: str) -> dict[str, Any]:
    """:raises NoSuchSearch: if there is no such mistake"""
    if asked not in {"", *Slip}:
        raise errors.NoSuchSearch
    mistake = Slip(asked) if asked else None
    tree = Tree(board).take(search(board, pruning=False))
    right, own = values_of(board), values_of(board, mistake)
    move, best = chosen_move(board, own, mistake), chosen_move(board, right)
    changed = {path for path in right if own[path] != right[path]}
    name = board.variant.cell_name
    root = draw_tree(tree, (move,), _labels(own, changed))
    return {
        "root": root,
        "is_wide": root.columns > MOST_COLUMNS,
        "codes": _codes(board, mistake),
        "switches": [("", _("As it should be")), *((m.value, MISTAKES[m][2]) for m in Slip)],
        "mistake": mistake,
        "reason": REASONS[mistake] if mistake else "",
        "side": sides.side(board.turn, board.variant),
        "sides": sides.both(pieces_of(board.variant)),
        "headline": headline(board),
        "move": name(move),
        "best": name(best),
        "move_value": number(-right[move,]),
        "best_value": number(-right[best,]),
        "believed": number(own[best,] if mistake is Slip.SIGN else -own[best,]),
        "changed": len(changed),
        "total": len(right),
        "beyond": len(own.keys() - right.keys()),
    }


def _labels(own: Values, changed: set[Any]) -> dict[Any, tuple[str, bool]]:
    return {path: (number(value), path in changed) for path, value in own.items()}


def _codes(board: Board, mistake: Slip | None) -> list[tuple[str, list[CodeLine]]]:
    names = {"x": sides.side("X", board.variant)}
    lit, wrong, _words = MISTAKES[mistake] if mistake else (0, "", "")
    long = [CodeLine(i, str(text) % names, False, False) for i, text in enumerate(MINIMAX, 1)]
    short = [
        CodeLine(i, str(wrong if i == lit else text), False, i == lit)
        for i, text in enumerate(NEGAMAX, 1)
    ]
    return [(_("Minimax: max and min"), long), (_("Negamax: the short form"), short)]
