from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, wraps
from itertools import zip_longest
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine import BOARDS, CLASSIC, Board, play_moves, write_moves
from games.models import Game
from games.play import errors
from games.presentation import player_wording, wording
from games.presentation.description import describe
from games.presentation.snapshots import summary
from games.study import session_progress
from games.study.positions import NotOnThisBoard, Position
from games.study.tree.negamax import Slip, two_ways_facts
from games.study.tree.node_counts import NODE_COUNTS
from games.study.tree.steps import (
    both_sides,
    bound_facts,
    draw_tree,
    headline,
    listing,
    scale_facts,
    step_facts,
)
from games.study.tree.textbook import (
    MOST_FREE,
    Moves,
    Order,
    Phase,
    Step,
    Tree,
    moves_in,
    search,
)
from games.web import players
from games.web.common import always_revalidate, render_page
from games.web.fair_play import gives_help

WRONG_ADDRESS = {400, 404}  # the statuses of refusals that no second try mends
# The searches that were once shown as they went: links to them are still around.
FORMER_SEARCHES = {"ordering", "threats", "computer"}

# O to move and win at once: four squares are free, and 38 positions can follow.
SMALL = "a3-c3-b2-c1-a1"
SEARCHES = ("minimax", "alpha-beta")
MOST_FILLED = 4  # squares that are filled at a press
# O wins by a fork, and each mistake makes it miss that.
TWO_WAYS = "b3-a3-a2-c2-a1"

View = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True)
class TreeAddress(Position):
    search: str
    order: Order = Order.WRITTEN

    @classmethod
    def of(cls, request: HttpRequest) -> TreeAddress:
        search, order = request.GET.get("search", "minimax"), request.GET.get("order", "written")
        search = "alpha-beta" if search in FORMER_SEARCHES else search
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
    address = TreeAddress.of(request)
    session_progress.note_answered(request, session_progress.TREE)
    if address.is_small:
        context = _tabs(address) | _textbook(request, address)
        return render(request, "study/tree/textbook.html", context)
    return _own_position(request, address)


@always_revalidate
@require_safe
def real_search(request: HttpRequest) -> HttpResponse:
    return render(request, "study/tree/real_search.html", {"ideas": NODE_COUNTS.items()})


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
        **two_ways_facts(address.board, mistake, is_lit=line is not None),
    }
    return render(request, "study/tree/two_ways.html", context)


def _textbook(request: HttpRequest, address: TreeAddress) -> dict[str, Any]:
    pruning, board = address.pruning, address.board
    orders = {order: moves_in(order, board) for order in Order}
    order = orders[address.order]
    events = list(search(board, pruning=pruning, order=order))
    step = _step(request, events)
    event, tree = events[step], Tree(board, order).take(events[: step + 1])
    total = _count(board, pruning=False)
    counts = {order: _count(board, pruning=True, order=moves) for order, moves in orders.items()}
    is_asked = "guess" in request.GET and step + 1 < len(events) and events[step + 1].is_question
    facts = step_facts(tree, events[step + 1] if is_asked else event, pruning)
    return {
        **facts,
        "code": listing("pseudocode", facts["line"], pruning=pruning, **both_sides(board)),
        "event": event,
        "is_asked": is_asked,
        "guess": request.GET.get("guess") if event.is_question else None,
        "root": draw_tree(tree, event.focus),
        "scale": scale_facts(event, board, pruning),
        "bounds": [bound_facts("α", event.alpha, board), bound_facts("β", event.beta, board)],
        "counts": {"minimax": total, "alpha_beta": counts[address.order]},
        "orders": [
            (order, replace(address, order=order).query, count) for order, count in counts.items()
        ],
        "skips": total - counts[address.order],
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


@lru_cache(maxsize=10_000)
def count_positions(board: Board) -> int:
    return 1 + sum(count_positions(board.play(move)) for move in board.legal_moves())


def _next_question(events: Sequence[Step], step: int) -> int | None:
    asked = [number - 1 for number, event in enumerate(events) if event.is_question]
    return next((number for number in asked if number > step), asked[0] if asked else None)


def _own_position(request: HttpRequest, address: TreeAddress) -> HttpResponse:
    moves, board, variant = address.moves, address.board, address.preset.variant
    links = {c: {"address": address.with_moves((*moves, c))} for c in board.legal_moves()}
    drawing, is_free = address.drawing(links), not (variant.drop or variant.is_divided)
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
        "positions": needed and variant.size == CLASSIC.size and count_positions(board),
        "filled": filled and address.with_moves((*moves, *filled)),
        "game": _latest_game(request, address),
        "presets": BOARDS.values(),
    }
    return render(request, "study/tree/own_position.html", context)


def _latest_game(request: HttpRequest, address: TreeAddress) -> dict[str, Any] | None:
    player_id, variant = players.id_in(request.session), address.preset.variant
    ply = variant.size - MOST_FREE
    games = Game.objects.with_players().filter(variant_code=str(variant), ply__gt=ply)
    games = games.of_any([player_id or 0]).filter(status=Game.Status.FINISHED)
    game = None if variant.is_divided else games.order_by("-finished_at").first()
    if game is None:
        return None
    moves, you = tuple(game.record[:ply]), game.marks_of(player_id)
    other = None if game.is_hot_seat else game.seat(you[0].opponent)
    return {
        "ply": ply,
        "opponent": player_wording.person(other.name, other.level) if other else "",
        "reason": wording.reason(summary(game), you),
        "drawing": describe(play_moves(Board(variant), moves), moves),
        "address": address.with_moves(moves),
    }


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
