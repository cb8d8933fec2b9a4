"""The tree of the search from any position: its page, its nodes in pieces, and their number."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.ai import walk as walking
from games.ai.walk import MAX_DEPTH, METHODS, Method, NotVisited, Walk
from games.ai.workers.tasks import WalkTree
from games.client_address import client_address
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
from games.presentation import drawing, tree_wording
from games.presentation.tree import along, unfolded
from games.realtime import walks
from games.services import errors
from games.views.common import always_revalidate, explain, refused

TO_THE_END = "end"
SHOWN = 5 * 60  # seconds for which a browser need not ask again for a piece of a tree
WRONG_ADDRESS = {400, 404}  # the statuses of refusals that no second try mends
MAX_TEXT = 1000  # characters of moves; the 225 of the largest board take fewer


@dataclass(frozen=True, slots=True)
class Question:
    """What an address asks: a position, a way to search it and, with ``path``, a node.

    ``depth`` is None for a search to the end of the game.
    """

    preset: Preset
    moves: tuple[int, ...]
    method: Method
    depth: int | None
    path: tuple[int, ...]
    board: Board

    @classmethod
    def read(cls, request: HttpRequest) -> Question:
        """Read the address of a request.

        :raises Refused: if it names no position, or no search, that there is.
        """
        preset = BOARDS.get(request.GET.get("board", "classic"))
        method = METHODS.get(request.GET.get("search", "computer"))
        if preset is None:
            raise errors.NoSuchPosition
        if method is None:
            raise errors.NoSuchSearch
        moves, path = (_moves(request, name, preset) for name in ("moves", "path"))
        board = _position(Board(preset.variant), moves)
        return cls(preset, moves, method, _depth(request, board), path, board)

    @property
    def task(self) -> WalkTree:
        depth = walking.depth_of(self.method, self.depth)
        return WalkTree.of(self.board, self.method.id, depth)

    @property
    def query(self) -> str:
        """The part of the address that names the position and the search, without the node."""
        return urlencode({**self._position(self.moves), **self._search()})

    def with_moves(self, moves: tuple[int, ...]) -> str:
        """Return the query for another position that is searched in the same way.

        The depth is chosen anew, as it may not suit that position.
        """
        return urlencode({**self._position(moves), "search": self.method.id})

    def _position(self, moves: tuple[int, ...]) -> dict[str, str]:
        return {"board": self.preset.id, "moves": write_moves(moves, self.preset.variant)}

    def _search(self) -> dict[str, str]:
        if self.depth == walking.default_depth(self.board):
            return {"search": self.method.id}
        return {"search": self.method.id, "depth": str(self.depth or TO_THE_END)}


@require_safe
@always_revalidate
async def tree(request: HttpRequest) -> HttpResponse:
    try:
        question = Question.read(request)
        walk = await _walk(request, question)
        return await sync_to_async(_page)(request, question, walk)
    except errors.Refused as refusal:
        show = _no_such_tree if refusal.http_status in WRONG_ADDRESS else refused
        return await sync_to_async(show)(request, refusal)


def _no_such_tree(request: HttpRequest, refusal: errors.Refused) -> HttpResponse:
    """Say what is wrong with an address, and lead to the tree of the empty board."""
    context = {"alert": explain(refusal)}
    return render(request, "games/no_such_tree.html", context, status=refusal.http_status)


def _piece(
    view: Callable[[HttpRequest], Awaitable[HttpResponse]],
) -> Callable[[HttpRequest], Any]:
    """Let a view return a piece of a tree to a script, and refusals as JSON."""

    @require_safe
    @wraps(view)
    async def wrapper(request: HttpRequest) -> HttpResponse:
        try:
            return await view(request)
        except errors.Refused as refusal:
            said = {"code": refusal.code, "message": explain(refusal)}
            return JsonResponse(said, status=refusal.http_status)

    return wrapper


@_piece
@cache_control(private=True, max_age=SHOWN)
async def nodes(request: HttpRequest) -> HttpResponse:
    """Return the nodes below one, as the page shows them."""
    question = Question.read(request)
    walk = await _walk(request, question)
    if walk is None:
        raise errors.NotInTree
    return await sync_to_async(_group)(request, question, walk)


@_piece
@cache_control(private=True, max_age=SHOWN)
async def count(request: HttpRequest) -> HttpResponse:
    """Return how many positions a search visits."""
    question = Question.read(request)
    if await _walk(request, question) is None:
        raise errors.NotInTree
    return JsonResponse({"count": _count_in_words(question.task)})


async def _walk(request: HttpRequest, question: Question) -> Walk | None:
    """Return the walk of a search; None if the game is over, so that there is none."""
    if question.board.outcome():
        return None
    return await walks.find(question.task, client_address(request))


def _group(request: HttpRequest, question: Question, walk: Walk) -> HttpResponse:
    context = {**_tree_context(question, walk), **_links(question)}
    return render(request, "games/tree/_group.html", {**context, "node": context["current"]})


def _page(request: HttpRequest, question: Question, walk: Walk | None) -> HttpResponse:
    context = {
        **_position_context(question),
        **_search_context(question),
        **(_tree_context(question, walk) if walk else {}),
        **_links(question),
    }
    return render(request, "games/tree.html", context)


def _links(question: Question) -> dict[str, Any]:
    return {
        "query": question.query,
        "moves": write_moves(question.moves, question.preset.variant),
        "preset": question.preset,
        "method": question.method,
    }


def _position_context(question: Question) -> dict[str, Any]:
    """Return what the template needs to set up another position by links."""
    board, moves = question.board, question.moves
    links: dict[int | None, str] = {
        cell: question.with_moves((*moves, cell)) for cell in board.legal_moves()
    }
    shown = drawing.draw_board(board, moves[-1] if moves else None)
    return {
        "board": board,
        "outcome": board.outcome(),
        "drawing": shown,
        "rows": [[(cell, links.get(cell.target)) for cell in row] for row in shown.rows],
        "undo": question.with_moves(moves[:-1]) if moves else "",
        "presets": BOARDS.values(),
    }


def _search_context(question: Question) -> dict[str, Any]:
    """Return what the template needs to compare the ways to search."""
    others = [replace(question, method=method) for method in METHODS.values()]
    return {
        "searches": [(other, _count_in_words(other.task)) for other in others],
        "depth": walking.depth_of(question.method, question.depth),
        "depths": range(1, MAX_DEPTH + 1),
        "has_end": not question.method.evaluation and walking.may_reach_end(question.board),
    }


def _tree_context(question: Question, walk: Walk) -> dict[str, Any]:
    try:
        visits = walking.follow(walk.root, question.path)
    except NotVisited:
        raise errors.NotInTree from None
    root = unfolded(walk, question.board, visits, question.method)
    trail = list(along(root))
    return {
        "root": root,
        "trail": trail,
        "current": trail[-1],
        "total": tree_wording.positions(walk.nodes),
        "is_complete": walk.is_complete,
        "best_line": write_moves(walking.best_line(walk.root), question.preset.variant),
    }


def _count_in_words(task: WalkTree) -> str:
    """Return how many positions a search visits, "" if that is not known yet."""
    found = walks.known_count(task)
    if found is None:
        return ""
    nodes = tree_wording.count(found.nodes)
    return nodes if found.is_complete else _("over %(count)s") % {"count": nodes}


def _moves(request: HttpRequest, name: str, preset: Preset) -> tuple[int, ...]:
    text = request.GET.get(name, "")
    if len(text) > MAX_TEXT:
        raise errors.NoSuchPosition
    try:
        return read_moves(text, preset.variant)
    except InvalidCellName:
        raise errors.NoSuchPosition from None


def _position(board: Board, moves: tuple[int, ...]) -> Board:
    try:
        return play_moves(board, moves)
    except IllegalMove:
        raise errors.NoSuchPosition from None


def _depth(request: HttpRequest, board: Board) -> int | None:
    """Return the depth that an address asks for, or the one that suits the position."""
    text = request.GET.get("depth", "")
    if not text:
        return walking.default_depth(board)
    if text == TO_THE_END and walking.may_reach_end(board):
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 1 and 1 <= int(text) <= MAX_DEPTH):
        raise errors.NoSuchSearch
    return int(text)
