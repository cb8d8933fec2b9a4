from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from itertools import zip_longest
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_safe

from games.engine import BOARDS, Board, Mark, play_moves, write_moves
from games.play import errors
from games.study import session_progress
from games.study.explorer.addresses import address as explorer_address
from games.study.positions import NotOnThisBoard, Position
from games.study.tree.steps import (
    ROWS,
    CodeLine,
    both_sides,
    bound_facts,
    draw_tree,
    headline,
    number,
    scale_facts,
    step_facts,
)
from games.study.tree.textbook import (
    BOARD_NAMES,
    IDEAS,
    MOST_FREE,
    Moves,
    Order,
    Path,
    Phase,
    Slip,
    Step,
    Tree,
    Values,
    chosen_move,
    moves_in,
    search,
    values_of,
)
from games.web.common import always_revalidate, render_page
from games.web.fair_play import gives_help

WRONG_ADDRESS = {400, 404}  # the statuses of refusals that no second try mends
# The searches that were once shown as they went, for any position: links to them are still around.
FORMER_SEARCHES = {"ordering", "threats", "computer"}

# O to move and win at once: four squares are free, and 38 positions can follow.
SMALL = "a3-c3-b2-c1-a1"
SEARCHES = ("minimax", "alpha-beta")
MOST_FILLED = 4  # squares that are filled at a press
MOST_COLUMNS = 12  # of boards side by side; a wider tree has smaller boards
# O wins by a fork, and each mistake makes it miss that.
TWO_WAYS = "b3-a3-a2-c2-a1"

LONG = (
    (0, lazy("value(position):")),
    (1, lazy("if over: return %(x)s's score")),
    (1, lazy("if %(x)s moves:")),
    (2, lazy("return max of the values")),
    (1, lazy("else:")),
    (2, lazy("return min of the values")),
)
NEGAMAX = (
    (0, lazy("value(position):")),
    (1, lazy("if over: return own score")),
    (1, lazy("best = −∞")),
    (1, lazy("for each move:")),
    (2, lazy("best = max(best, −value)")),
    (1, lazy("return best")),
)
# The line of negamax that a mistake changes, and what it then says.
CHANGED = {
    Slip.SIGN: (5, lazy("best = max(best, value)")),
    Slip.ZERO: (3, lazy("best = 0")),
    Slip.UNSEEN: (2, lazy("if full: return own score")),
    Slip.SIDE: (2, lazy("if over: return other's score")),
}

View = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True)
class TreeAddress(Position):
    search: str
    order: Order = Order.WRITTEN

    @classmethod
    def of(cls, request: HttpRequest) -> TreeAddress:
        search, order = request.GET.get("search", "minimax"), request.GET.get("order", "written")
        if search not in SEARCHES or order not in list(Order):
            raise errors.NoSuchSearch
        is_bare = not {"board", "moves"} & request.GET.keys()
        found = cls.on(request, SMALL if is_bare else "", search)
        return replace(found, order=Order(order))

    @classmethod
    def on(cls, request: HttpRequest, default: str, search: str = "minimax") -> TreeAddress:
        found = Position.read(request, request.GET.get("board", "classic"), BOARDS, default)
        return cls(found.preset, found.moves, found.board, search)

    @property
    def pruning(self) -> bool:
        return self.search == "alpha-beta"

    @property
    def is_small(self) -> bool:
        return self.board.open_count <= MOST_FREE and not self.board.outcome()

    @cached_property
    def query(self) -> str:
        order = {} if self.order is Order.WRITTEN else {"order": self.order.value}
        return self.with_moves(self.moves, search=self.search, **order)

    def with_moves(self, moves: tuple[int, ...], **search: str) -> str:
        text = write_moves(moves, self.preset.variant)
        return urlencode({"board": self.preset.id, "moves": text, **search})


def _with_refusals(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except errors.Refused as refusal:
            if refusal.http_status not in WRONG_ADDRESS:
                raise
            return render_page(request, "study/tree/no_such_tree.html", {}, refusal)

    return wrapper


@always_revalidate
@require_safe
@gives_help
@_with_refusals
def tree(request: HttpRequest) -> HttpResponse:
    if request.GET.get("search") in FORMER_SEARCHES:
        return redirect(_instead_of_former_search(request), permanent=True)
    address = TreeAddress.of(request)
    session_progress.note_answered(request, session_progress.TREE)
    if address.is_small:
        context = {**_tabs(address), **_textbook(request, address)}
        return render(request, "study/tree/textbook.html", context)
    return _own_position(request, address)


@always_revalidate
@require_safe
def real_search(request: HttpRequest) -> HttpResponse:
    context = {"idea_boards": BOARD_NAMES, "ideas": IDEAS}
    return render(request, "study/tree/real_search.html", context)


@require_safe
def former_count(request: HttpRequest) -> HttpResponse:
    return redirect(_instead_of_former_search(request), permanent=True)


@always_revalidate
@require_safe
@gives_help
@_with_refusals
def two_ways(request: HttpRequest) -> HttpResponse:
    address = TreeAddress.on(request, TWO_WAYS)
    if address.preset.variant.is_divided:
        raise NotOnThisBoard
    if not address.is_small:
        raise errors.NoSuchPosition
    asked, line = request.GET.get("mistake", Slip.SIGN.value), request.GET.get("line")
    if asked not in {"none", *Slip}:
        raise errors.NoSuchSearch
    if line is not None:
        session_progress.note_answered(request, session_progress.TWO_WAYS)
    mistake = None if asked == "none" else Slip(asked)
    context = {
        "address": address,
        "tree_address": reverse("games:tree"),
        "is_asked": line is None,
        "line": int(line) if line in {"1", "2", "3", "4", "5", "6"} else None,
        **_two_ways(address.board, mistake, is_lit=line is not None),
    }
    return render(request, "study/tree/two_ways.html", context)


def _textbook(request: HttpRequest, address: TreeAddress) -> dict[str, Any]:
    pruning, board = address.pruning, address.board
    orders = {order: moves_in(order, board) for order in Order}
    order = orders[address.order]
    events = list(search(board, pruning=pruning, order=order))
    step = _step(request, events)
    event, tree = events[step], Tree(board, order).take(events[: step + 1])
    root = draw_tree(tree, event.focus)
    total = _count(board, pruning=False)
    counts = {order: _count(board, pruning=True, order=moves) for order, moves in orders.items()}
    looked_at = counts[address.order]
    ends = (("α", event.alpha), ("β", event.beta)) if pruning else ()
    is_asked = "guess" in request.GET and step + 1 < len(events) and events[step + 1].is_question
    return {
        **step_facts(tree, events[step + 1] if is_asked else event, pruning),
        "event": event,
        "is_asked": is_asked,
        "guess": request.GET.get("guess") if event.is_question else None,
        "root": root,
        "is_wide": root.columns > MOST_COLUMNS,
        "is_max_first": board.turn is Mark.X,
        "scale": scale_facts(event, board, pruning),
        "bounds": [bound_facts(name, bound, board) for name, bound in ends],
        "counts": {"minimax": total, "alpha_beta": looked_at},
        "orders": [
            (order, replace(address, order=order).query, count) for order, count in counts.items()
        ],
        "skips": total - looked_at,
        "step": step,
        "last": len(events) - 1,
        "question": _next_question(events, step),
        "python": render_to_string("study/tree/search.py.txt", {"pruning": pruning}),
    }


def _step(request: HttpRequest, events: Sequence[Step]) -> int:
    # Without one it is the cut nearest to the root, or the end.
    if "step" not in request.GET:
        cuts = [number for number, event in enumerate(events) if event.is_cut]
        return max(cuts, key=lambda n: (-len(events[n].path), n), default=len(events) - 1)
    step = request.GET["step"][:6]
    if not step.isascii() or not step.isdecimal() or int(step) >= len(events):
        raise errors.NoSuchSearch
    return int(step)


def _count(board: Board, *, pruning: bool, order: Moves = MappingProxyType({})) -> int:
    events = search(board, pruning=pruning, order=order)
    return sum(event.kind in (Phase.START, Phase.OVER) for event in events)


def _next_question(events: Sequence[Step], step: int) -> int | None:
    asked = [number - 1 for number, event in enumerate(events) if event.is_question]
    return next((number for number in asked if number > step), asked[0] if asked else None)


def _two_ways(board: Board, mistake: Slip | None, *, is_lit: bool) -> dict[str, Any]:
    tree = Tree(board).take(search(board, pruning=False))
    right, own = values_of(board), values_of(board, mistake)
    move, best = chosen_move(board, own, mistake), chosen_move(board, right)
    changed = _wrong(right, own)
    slips = list(Slip)
    labels = {path: (number(value), path in changed) for path, value in own.items()}
    root, name = draw_tree(tree, (move,), labels), board.variant.cell_name
    lit, wrong = CHANGED[mistake] if mistake else (0, "")
    names = both_sides(board)
    short = [
        (level, wrong if line == lit else text) for line, (level, text) in enumerate(NEGAMAX, 1)
    ]
    return {
        "root": root,
        "is_wide": root.columns > MOST_COLUMNS,
        "long_code": _listing(LONG, 0, {"x": names["X"]}),
        "short_code": _listing(short, lit if is_lit else 0, {}),
        "versions": [
            ("none", 0),
            *((slip.value, len(_wrong(right, values_of(board, slip)))) for slip in slips),
        ],
        "next": slips[(slips.index(mistake) + 1) % len(slips)] if mistake else slips[0],
        "mistake": mistake,
        "lit": lit,
        "right_line": NEGAMAX[lit - 1][1],
        **headline(board),
        "side": names[board.turn],
        "sides": names,
        "move": name(move),
        "best": name(best),
        "changed": len(changed),
        "drawn": sum(len(path) <= ROWS for path in changed),
        "total": len(right),
        "beyond": len(own.keys() - right.keys()),
    }


def _wrong(right: Values, own: Values) -> set[Path]:
    return {path for path in right if own[path] != right[path]}


def _listing(
    lines: Iterable[tuple[int, Any]], lit: int, names: Mapping[str, str]
) -> list[CodeLine]:
    return [
        CodeLine(number, level, str(text) % names, is_added=False, is_lit=number == lit)
        for number, (level, text) in enumerate(lines, 1)
    ]


def _instead_of_former_search(request: HttpRequest) -> str:
    page = reverse("games:tree")
    if not {"board", "moves"} & request.GET.keys():
        return page
    try:
        address = TreeAddress.on(request, "", "alpha-beta")
    except errors.Refused:
        return page
    return f"{page}?{address.query}"


def _own_position(request: HttpRequest, address: TreeAddress) -> HttpResponse:
    moves, board = address.moves, address.board
    links = {c: {"address": address.with_moves((*moves, c))} for c in board.legal_moves()}
    drawing, variant = address.drawing(links), board.variant
    is_free = not (variant.drop or variant.is_divided)
    if is_free:
        taken = {c: {"address": address.with_moves(_without(c, moves))} for c in moves}
        drawing = drawing.noted(taken)
    needed = max(0, board.open_count - MOST_FREE)
    filled = _fill(board, needed) if needed <= MOST_FILLED else None
    context = {
        **_tabs(address),
        "outcome": board.outcome(),
        **headline(board),
        "drawing": drawing,
        "is_free": is_free,
        "undo": moves and address.with_moves(moves[:-1]),
        "needed": needed,
        "places": [True] * len(moves) + [False] * needed,
        "filled": filled and address.with_moves((*moves, *filled)),
        "explorer": explorer_address(board.variant, moves),
        "presets": BOARDS.values(),
    }
    return render(request, "study/tree/own_position.html", context)


def _without(cell: int, moves: tuple[int, ...]) -> tuple[int, ...]:
    # The sides keep their marks, but for one that would be too many.
    firsts, seconds = ([c for c in moves[side::2] if c != cell] for side in (0, 1))
    pairs = zip_longest(firsts[: len(seconds) + 1], seconds[: len(firsts)])
    return tuple(c for pair in pairs for c in pair if c is not None)


def _fill(board: Board, count: int) -> tuple[int, ...] | None:
    if board.outcome():
        return None
    if not count:
        return ()
    for move in board.legal_moves():
        if (rest := _fill(board.play(move), count - 1)) is not None:
            return (move, *rest)
    return None


def _tabs(address: TreeAddress) -> dict[str, Any]:
    is_own = address.is_small and address.written != SMALL
    queries = {
        search: address.with_moves(address.moves, search=search) if is_own else f"search={search}"
        for search in SEARCHES
    }
    return {
        "address": address,
        "tree_address": reverse("games:tree"),
        "minimax": queries["minimax"],
        "alpha_beta": queries["alpha-beta"],
        "own_position": _last_pressed(address) if is_own else "board=classic&moves=",
    }


def _last_pressed(address: TreeAddress) -> str:
    moves = address.moves
    while replace(address, board=play_moves(Board(address.preset.variant), moves)).is_small:
        moves = moves[:-1]
    return address.with_moves(moves)
