"""The search tree of any position: small ones whole and step by step, others in pieces."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import BOARDS, Variant, write_moves
from games.ops.client_address import client_address
from games.play import errors
from games.study import session_progress
from games.study.explorer.addresses import address as explorer_address
from games.study.positions import NotOnThisBoard
from games.study.tree import job, textbook_page, two_ways_page, wording
from games.study.tree.addresses import SMALL, TreeAddress
from games.study.tree.job import TreeSearch
from games.study.tree.page import after, before, unfolded
from games.study.tree.search_methods import METHODS
from games.study.tree.search_tree import SearchTree
from games.web.common import always_revalidate, refused, refused_as_json, render_page
from games.web.fair_play import gives_help, require_help_allowed

WRONG_ADDRESS = {400, 404}  # the statuses of refusals that no second try mends
COMPUTER = METHODS["computer"]

View = Callable[[HttpRequest], Awaitable[HttpResponse]]
Refuse = Callable[[HttpRequest, errors.Refused], HttpResponse]


def _with_refusals(refuse: Refuse) -> Callable[[View], Callable[[HttpRequest], Any]]:
    def decorate(view: View) -> Callable[[HttpRequest], Any]:
        @require_safe
        @wraps(view)
        async def wrapper(request: HttpRequest) -> HttpResponse:
            try:
                return await view(request)
            except errors.Refused as refusal:
                return await sync_to_async(refuse)(request, refusal)

        return wrapper

    return decorate


def _show_refusal(request: HttpRequest, refusal: errors.Refused) -> HttpResponse:
    """Say what is wrong with an address, with a link to the tree of a small position."""
    if refusal.http_status not in WRONG_ADDRESS:
        return refused(request, refusal)
    return render_page(request, "study/tree/no_such_tree.html", {}, refusal)


@always_revalidate
@gives_help
@_with_refusals(_show_refusal)
async def tree(request: HttpRequest) -> HttpResponse:
    address = TreeAddress.of(request)
    if address.is_drawn:
        return await sync_to_async(_small_tree)(request, address)
    found = await _find(request, address) if address.is_recorded else None
    if found and "count" in request.GET:
        for method in METHODS.values():
            await _find(request, replace(address, method=method))
    return await sync_to_async(_real_search)(request, address, found)


@_with_refusals(refused_as_json)
async def count(request: HttpRequest) -> HttpResponse:
    await sync_to_async(require_help_allowed)(request)
    address = TreeAddress.of(request)
    if not address.is_recorded:
        raise errors.NotInTree
    await _find(request, address)
    return JsonResponse({"count": _count_in_words(address.search)})


@always_revalidate
@gives_help
@_with_refusals(_show_refusal)
async def two_ways(request: HttpRequest) -> HttpResponse:
    address = TreeAddress.on(request, two_ways_page.POSITION, METHODS["minimax"])
    if address.preset.variant.is_divided:
        raise NotOnThisBoard
    if not address.is_drawn:
        raise errors.NoSuchPosition
    return await sync_to_async(_two_ways)(request, address)


async def _find(request: HttpRequest, address: TreeAddress) -> SearchTree:
    return await job.find(address.search, client_address(request))


def _small_tree(request: HttpRequest, address: TreeAddress) -> HttpResponse:
    """Show the whole tree of a small position after some steps of a textbook's search."""
    session_progress.note_answered(request, session_progress.TREE)
    context = {**_tabs(address), **textbook_page.context(request, address)}
    return render(request, "study/tree/textbook.html", context)


def _two_ways(request: HttpRequest, address: TreeAddress) -> HttpResponse:
    context = two_ways_page.context(address.board, request.GET.get("mistake", ""))
    if context["mistake"]:
        session_progress.note_answered(request, session_progress.TWO_WAYS)
    return render(request, "study/tree/two_ways.html", {"address": address, **context})


def _real_search(
    request: HttpRequest, address: TreeAddress, tree: SearchTree | None
) -> HttpResponse:
    """Show a position with what each idea saves and, unless the game is over, its tree."""
    session_progress.note_answered(request, session_progress.TREE)
    moves, board = address.moves, address.board
    links = {c: {"address": address.with_moves((*moves, c))} for c in board.legal_moves()}
    others = [replace(address, method=method) for method in METHODS.values()]
    context = {
        **_tabs(address),
        "outcome": board.outcome(),
        "headline": wording.headline(board),
        "drawing": address.drawing(links),
        "undo": address.with_moves(moves[:-1]) if moves else "",
        "explorer": explorer_address(board.variant, moves),
        "presets": BOARDS.values(),
        "searches": [(other, _count_in_words(other.search)) for other in others],
    }
    if tree:
        context |= _tree_context(address, tree)
    return render(request, "study/tree/tree.html", context)


def _tabs(address: TreeAddress) -> dict[str, Any]:
    """Return the addresses of the three searches: of this position or, where it is large, another.

    The small position that the page opens with is searched by the computer from the empty board.
    """
    searches = {}
    for method in (METHODS["minimax"], METHODS["alpha-beta"], COMPUTER):
        is_kept = (address.is_small and address.written != SMALL) or address.method is method
        query = replace(address, method=method).query if is_kept else f"search={method.id}"
        searches[method.id.replace("-", "_")] = query
    return {"address": address, "tabs": searches}


def _tree_context(address: TreeAddress, tree: SearchTree) -> dict[str, Any]:
    """Return what the templates need to show a tree, unfolded to the node of an address.

    :raises NotInTree: if there is no such node
    """
    path, variant = tree.follow(address.path), address.preset.variant
    if len(path) <= len(address.path):
        raise errors.NotInTree
    trail = unfolded(tree, address.board, path, address.method)
    return {
        "trail": trail,
        "current": trail[-1],
        "total": wording.positions(tree.nodes),
        "is_complete": tree.is_complete,
        "best_line": write_moves(tree.best_line, variant),
        "before": _written(before(path), variant),
        "after": _written(after(path), variant),
    }


def _written(moves: list[int] | None, variant: Variant) -> str | None:
    return None if moves is None else write_moves(moves, variant)


def _count_in_words(search: TreeSearch) -> str:
    """Return how many positions a search visits, "" if that is not known yet."""
    found = job.counts.get(search)
    if found is None:
        return ""
    nodes = wording.count(found.nodes)
    return nodes if found.is_complete else _("over %(count)s") % {"count": nodes}
