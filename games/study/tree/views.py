"""The search tree of any position: its page, its nodes in pieces, and their number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.engine import (
    BOARDS,
    Board,
    IllegalMove,
    InvalidCellName,
    Preset,
    play_moves,
    read_moves,
    write_moves,
)
from games.ops.client_address import client_address
from games.play import errors
from games.play.fair_play import require_help_allowed
from games.presentation import drawing
from games.study import session_progress
from games.study.explorer.addresses import address as explorer_address
from games.study.tree import job, wording
from games.study.tree.job import TreeSearch
from games.study.tree.page import unfolded
from games.study.tree.search_methods import DEPTHS, METHODS, Method, default_depth, may_reach_end
from games.study.tree.search_tree import SearchTree
from games.web.common import always_revalidate, refused, refused_as_json, render_page

TO_THE_END = "end"
WRONG_ADDRESS = {400, 404}  # the statuses of refusals that no second try mends

# A browser need not ask again for a piece of a tree for five minutes.
keep_a_while = cache_control(private=True, max_age=5 * 60)


@dataclass(frozen=True)
class TreeAddress:
    """The address of a position, a search method and, with ``path``, a node.

    ``depth`` is None for a search to the end of the game.
    """

    preset: Preset
    moves: tuple[int, ...]
    board: Board
    method: Method
    depth: int | None
    path: tuple[int, ...]

    @classmethod
    def read(cls, request: HttpRequest) -> TreeAddress:
        """:raises Refused: if the position or the search does not exist."""
        method = METHODS.get(request.GET.get("search", "computer"))
        if method is None:
            raise errors.NoSuchSearch
        try:
            preset = BOARDS[request.GET.get("board", "classic")]
            moves = read_moves(request.GET.get("moves", ""), preset.variant)
            path = read_moves(request.GET.get("path", ""), preset.variant)
            board = play_moves(Board(preset.variant), moves)
        except (KeyError, InvalidCellName, IllegalMove):
            raise errors.NoSuchPosition from None
        return cls(preset, moves, board, method, _depth(request, board), path)

    @property
    def search(self) -> TreeSearch:
        return TreeSearch(self.board, self.method, self.method.depth(self.depth))

    @property
    def has_end(self) -> bool:
        """Whether the position may be searched to the end of the game by the method."""
        return not self.method.evaluation and may_reach_end(self.board)

    @property
    def moves_text(self) -> str:
        return write_moves(self.moves, self.preset.variant)

    @cached_property
    def query(self) -> str:
        """The part of the address that names the position and the search, without the node."""
        if self.depth == default_depth(self.board):
            return self.with_moves(self.moves)
        return f"{self.with_moves(self.moves)}&depth={self.depth or TO_THE_END}"

    def with_moves(self, moves: tuple[int, ...]) -> str:
        """Return the query for another position with the same method.

        It has no depth, because this one may not suit that position.
        """
        text = write_moves(moves, self.preset.variant)
        return urlencode({"board": self.preset.id, "moves": text, "search": self.method.id})


def _depth(request: HttpRequest, board: Board) -> int | None:
    """Return the depth that an address asks for, or the one that suits the position."""
    depths: dict[str, int | None] = {str(plies): plies for plies in DEPTHS}
    depths[""] = default_depth(board)
    if may_reach_end(board):
        depths[TO_THE_END] = None
    try:
        return depths[request.GET.get("depth", "")]
    except KeyError:
        raise errors.NoSuchSearch from None


Respond = Callable[[HttpRequest, TreeAddress, SearchTree | None], HttpResponse]
Refuse = Callable[[HttpRequest, errors.Refused], HttpResponse]


def _tree_view(respond: Respond, refuse: Refuse) -> Callable[[HttpRequest], Any]:
    """Return a view that gets the tree of its address, None where the game is over."""

    @require_safe
    async def view(request: HttpRequest) -> HttpResponse:
        try:
            address, tree = TreeAddress.read(request), None
            await sync_to_async(require_help_allowed)(address.board, plies=address.search.plies)
            if not address.board.outcome():
                tree = await job.find(address.search, client_address(request))
            return await sync_to_async(respond)(request, address, tree)
        except errors.Refused as refusal:
            return await sync_to_async(refuse)(request, refusal)

    return view


def _show_refusal(request: HttpRequest, refusal: errors.Refused) -> HttpResponse:
    """Say what is wrong with an address, with a link to the tree of the empty board."""
    if refusal.http_status not in WRONG_ADDRESS:
        return refused(request, refusal)
    return render_page(request, "study/tree/no_such_tree.html", {}, refusal)


def _page(request: HttpRequest, address: TreeAddress, tree: SearchTree | None) -> HttpResponse:
    """Show a position with the ways to search it and, unless the game is over, its tree."""
    session_progress.note_answered(request, session_progress.TREE)
    moves, board = address.moves, address.board
    links = {cell: address.with_moves((*moves, cell)) for cell in board.legal_moves()}
    drawn = drawing.draw_board(board, moves[-1] if moves else None)
    cells = [replace(c, address=links[c.target]) if c.target in links else c for c in drawn.cells]
    others = [replace(address, method=method) for method in METHODS.values()]
    context = {
        "address": address,
        "outcome": board.outcome(),
        "headline": wording.headline(board),
        "drawing": replace(drawn, cells=cells),
        "undo": address.with_moves(moves[:-1]) if moves else "",
        "explorer": explorer_address(board.variant, moves),
        "presets": BOARDS.values(),
        "searches": [(other, _count_in_words(other.search)) for other in others],
        "depths": DEPTHS,
    }
    if tree:
        context |= _tree_context(address, tree)
    return render(request, "study/tree/tree.html", context)


@keep_a_while
def _group(request: HttpRequest, address: TreeAddress, tree: SearchTree | None) -> HttpResponse:
    context = _tree_context(address, tree)
    return render(request, "study/tree/_group.html", {**context, "node": context["current"]})


@keep_a_while
def _count(request: HttpRequest, address: TreeAddress, tree: SearchTree | None) -> HttpResponse:
    if tree is None:
        raise errors.NotInTree
    return JsonResponse({"count": _count_in_words(address.search)})


tree = always_revalidate(_tree_view(_page, _show_refusal))
nodes = _tree_view(_group, refused_as_json)
count = _tree_view(_count, refused_as_json)


def _tree_context(address: TreeAddress, tree: SearchTree | None) -> dict[str, Any]:
    """Return what the templates need to show a tree, unfolded to the node of an address.

    :raises NotInTree: if there is no such node
    """
    path = tree.follow(address.path) if tree else []
    if tree is None or len(path) <= len(address.path):
        raise errors.NotInTree
    trail = unfolded(tree, address.board, path, address.method)
    return {
        "address": address,
        "trail": trail,
        "current": trail[-1],
        "total": wording.positions(tree.nodes),
        "is_complete": tree.is_complete,
        "best_line": write_moves(tree.best_line, address.preset.variant),
    }


def _count_in_words(search: TreeSearch) -> str:
    """Return how many positions a search visits, "" if that is not known yet."""
    found = job.counts.get(search)
    if found is None:
        return ""
    nodes = wording.count(found.nodes)
    return nodes if found.is_complete else _("over %(count)s") % {"count": nodes}
