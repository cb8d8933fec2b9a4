"""The search tree: that of a small position whole and step by step, and one's own position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine import BOARDS, Board, play_moves
from games.play import errors
from games.study import session_progress
from games.study.explorer.addresses import address as explorer_address
from games.study.positions import NotOnThisBoard
from games.study.tree import textbook_page, two_ways_page
from games.study.tree.addresses import SEARCHES, SMALL, TreeAddress
from games.study.tree.search_ideas import BOARD_NAMES, IDEAS
from games.study.tree.textbook_wording import headline
from games.web.common import always_revalidate, render_page
from games.web.fair_play import gives_help

WRONG_ADDRESS = {400, 404}  # the statuses of refusals that no second try mends
# The searches that were once shown as they went, for any position: links to them are still around.
FORMER_SEARCHES = {"ordering", "threats", "computer"}

View = Callable[[HttpRequest], HttpResponse]


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
        context = {**_tabs(address), **textbook_page.context(request, address)}
        return render(request, "study/tree/textbook.html", context)
    return _own_position(request, address)


@require_safe
def former_count(request: HttpRequest) -> HttpResponse:
    return redirect(_instead_of_former_search(request), permanent=True)


@always_revalidate
@require_safe
@gives_help
@_with_refusals
def two_ways(request: HttpRequest) -> HttpResponse:
    address = TreeAddress.on(request, two_ways_page.POSITION)
    if address.preset.variant.is_divided:
        raise NotOnThisBoard
    if not address.is_small:
        raise errors.NoSuchPosition
    context = two_ways_page.context(address.board, request.GET.get("mistake", ""))
    if context["mistake"]:
        session_progress.note_answered(request, session_progress.TWO_WAYS)
    return render(request, "study/tree/two_ways.html", {"address": address, **context})


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
    context = {
        **_tabs(address),
        "outcome": board.outcome(),
        "headline": headline(board),
        "drawing": address.drawing(links),
        "undo": address.with_moves(moves[:-1]) if moves else "",
        "explorer": explorer_address(board.variant, moves),
        "presets": BOARDS.values(),
        "idea_boards": BOARD_NAMES,
        "ideas": IDEAS,
    }
    return render(request, "study/tree/own_position.html", context)


def _tabs(address: TreeAddress) -> dict[str, Any]:
    is_own = address.is_small and address.written != SMALL
    queries = {
        search: address.with_moves(address.moves, search=search) if is_own else f"search={search}"
        for search in SEARCHES
    }
    return {
        "address": address,
        "minimax": queries["minimax"],
        "alpha_beta": queries["alpha-beta"],
        "own_position": _last_pressed(address) if is_own else "board=classic&moves=",
    }


def _last_pressed(address: TreeAddress) -> str:
    moves = address.moves
    while replace(address, board=play_moves(Board(address.preset.variant), moves)).is_small:
        moves = moves[:-1]
    return address.with_moves(moves)
