from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext, pgettext_lazy

from games.ai.solver import Solution, Value, Verdict, own_moves
from games.ai.threats import (
    board_effect,
    board_wins,
    completing,
    forks,
    open_lines,
    row_made,
    threats,
)
from games.engine import Board, Variant
from games.presentation import board_wording
from games.presentation.sides import side
from games.protocol import VerdictInWords, VerdictJSON

# Up to so many equally good moves are named; more are only counted.
MAX_NAMED = 4
BRIEF = {
    "win": pgettext_lazy("sign on a cell", "W"),
    "draw": pgettext_lazy("sign on a cell", "D"),
    "loss": pgettext_lazy("sign on a cell", "L"),
    "unknown": "?",
}
VALUES = {
    "win": lazy("win"),
    "draw": lazy("draw"),
    "loss": lazy("loss"),
    "unknown": lazy("unknown"),
}
# What is proven of a position whose best move is not, by whether some moves are proven draws and
# whether some are proven losses.
PROVEN = {
    (False, True): lazy("Some moves lose."),
    (True, False): lazy("Some moves lead to a draw."),
    (True, True): lazy("Some moves lead to a draw, some lose."),
}
# A row of so many marks of the opponent is worth stopping.
LONG_ROW = 3


def verdict_in_words(verdict: VerdictJSON) -> VerdictInWords:
    value, moves = verdict["value"], own_moves(verdict["plies"])
    words = _ending_in(value, moves) if moves else str(VALUES[value])
    return {**verdict, "brief": f"{BRIEF[value]}{moves or ''}", "words": words}


def hint(board: Board, advice: Solution) -> str:
    cell = advice.best[0]
    opponent = side(board.turn.opponent, board.variant)
    which = {"cell": board.variant.cell_name(cell), "mark": opponent}
    if reason := _reason(board, cell):
        return reason % which
    if not advice.is_proven:
        return _guess(board, cell, {verdict.value for verdict in advice.moves.values()})
    return _draw(board, advice) or f"{_('Play %(cell)s.') % which} {_summary(advice.moves)}"


def _reason(board: Board, cell: int) -> str:
    if board.variant.misere:
        return ""
    if completing(board, board.turn, [cell]):
        return _("Play %(cell)s: it wins at once.")
    if cell in threats(board, board.turn.opponent):
        return _("Block %(cell)s, or %(mark)s wins with its next move.")
    if not board.variant.drop and cell in forks(board):
        return _("Play %(cell)s: it makes two threats at once.")
    return ""


def _guess(board: Board, cell: int, values: Collection[Value]) -> str:
    lead = _("I would play %(cell)s") % {"cell": board.variant.cell_name(cell)}
    proven = PROVEN.get((Value.DRAW in values, Value.LOSS in values))
    if promise := _promise(board, cell):
        return f"{lead}: {promise}." + (f" {proven}" if proven else "")
    return f"{proven or _('I have not worked out who wins.')} {lead}."


def _promise(board: Board, cell: int) -> str:
    if board.variant.misere:
        return ""
    if len(board.variant.boards) > 1:
        return _promise_on_small_board(board, cell)
    own, stopped = (row_made(board, mark, cell) for mark in (board.turn, board.turn.opponent))
    opponent = side(board.turn.opponent, board.variant)
    values = {"mark": opponent, "own": own, "stopped": stopped, "run": board.variant.run}
    if stopped >= LONG_ROW and stopped > own:
        return _("%(mark)s could make %(stopped)s in a row there") % values
    if own > 1:
        return _("it makes %(own)s in a row, with room for %(run)s") % values
    if _is_most_open(board, cell):
        return _("no other move has more ways to %(run)s in a row") % values
    return ""


def _promise_on_small_board(board: Board, cell: int) -> str:
    variant, effect = board.variant, board_effect(board, cell)
    values: dict[str, Any] = {
        "mark": side(board.turn.opponent, variant),
        "board": board_wording.small_board(variant, variant.board_of(cell)),
        "own": row_made(board, board.turn, cell),
    }
    if effect.wins is not None:
        return _("it wins the %(board)s") % values
    if effect.saves is not None:
        return _("it keeps %(mark)s from winning the %(board)s") % values
    if values["own"] > 1:
        return _("it makes %(own)s in a row on the %(board)s") % values
    if effect.sends is not None and _spares_a_board(board, cell):
        values["board"] = board_wording.small_board(variant, effect.sends)
        return _("it sends %(mark)s to the %(board)s, where nothing can be won at once") % values
    return ""


def _spares_a_board(board: Board, cell: int) -> bool:
    after = {each: bool(board_wins(board.play(each))) for each in board.legal_moves()}
    return not after[cell] and any(after.values())


def _is_most_open(board: Board, cell: int) -> bool:
    ways = Counter(chain.from_iterable(open_lines(board, board.turn)))
    return ways[cell] == max(ways[each] for each in board.legal_moves()) > 0


def one_of(variant: Variant, cells: Sequence[int]) -> str:
    if len(cells) > MAX_NAMED:
        words = ngettext(
            "one of %(count)s marked move", "one of %(count)s marked moves", len(cells)
        )
        return words % {"count": len(cells)}
    *rest, last = map(variant.cell_name, cells)
    return _("%(cells)s or %(last)s") % {"cells": ", ".join(rest), "last": last} if rest else last


def _draw(board: Board, advice: Solution) -> str:
    values = {verdict.value for verdict in advice.moves.values()}
    if Value.DRAW not in values or Value.WIN in values:
        return ""
    if values == {Value.DRAW}:
        return _("Every move draws.")
    drawing = [cell for cell, of in advice.moves.items() if of.value is Value.DRAW]
    named = {"cells": one_of(board.variant, drawing)}
    if Value.UNKNOWN in values:
        return _("This is a draw: play %(cells)s.") % named
    if len(drawing) == 1:
        return _("Only %(cells)s holds the draw.") % named
    return _("The draw is held by %(cells)s. Every other move loses.") % named


def _summary(verdicts: Mapping[int, Verdict]) -> str:
    wins = [own_moves(of.plies) for of in verdicts.values() if of.value is Value.WIN]
    if wins:
        return _win(min(filter(None, wins), default=0))
    moves = [own_moves(of.plies) for of in verdicts.values()]
    return _loss(max(moves) if all(moves) else 0)


def _ending_in(value: str, moves: int) -> str:
    if value == "win":
        words = ngettext("win in %(count)s move", "win in %(count)s moves", moves)
    else:
        words = ngettext("loss in %(count)s move", "loss in %(count)s moves", moves)
    return words % {"count": moves}


def _win(moves: int) -> str:
    words = ngettext("You can win in %(count)s move.", "You can win in %(count)s moves.", moves)
    return words % {"count": moves} if moves else _("You can win.")


def _loss(moves: int) -> str:
    if not moves:
        return _("Every move loses.")
    words = ngettext(
        "Every move loses, the best in %(count)s move.",
        "Every move loses, the best in %(count)s moves.",
        moves,
    )
    return words % {"count": moves}
