"""What an address of the tree asks for: a position, a search, and where in it one looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.http import HttpRequest

from games.engine import BOARDS, InvalidCellName, read_moves, write_moves
from games.play import errors
from games.study.positions import Position
from games.study.tree.job import TreeSearch
from games.study.tree.search_methods import METHODS, Method, default_depth
from games.study.tree.textbook import MOST_FREE

# O to move and win at once: four squares are free, and 38 positions can follow.
SMALL = "a3-c3-b2-c1-a1"


@dataclass(frozen=True)
class TreeAddress(Position):
    """The address of a position, a search method and, with ``path``, a node."""

    method: Method
    path: tuple[int, ...] = ()

    @classmethod
    def of(cls, request: HttpRequest) -> TreeAddress:
        """Read an address; without a position it is that of plain minimax on a small one.

        Plain minimax is also shown where the search that plays is not, unless another is asked for.

        :raises Refused: if the position or the search does not exist.
        """
        query = request.GET
        is_bare = not {"board", "moves"} & query.keys()
        method = METHODS.get(query.get("search", "minimax" if is_bare else "computer"))
        if method is None:
            raise errors.NoSuchSearch
        found = cls.on(request, SMALL if is_bare and not method.looks_ahead else "", method)
        if "search" not in query and found.is_small and not found.is_recorded:
            return replace(found, method=METHODS["minimax"])
        return found

    @classmethod
    def on(cls, request: HttpRequest, default: str, method: Method) -> TreeAddress:
        """Read the position of an address, or the default one, and the node.

        :raises Refused: if there is no such position
        """
        found = Position.read(request, request.GET.get("board", "classic"), BOARDS, default)
        try:
            path = read_moves(request.GET.get("path", ""), found.preset.variant)
        except InvalidCellName:
            raise errors.NoSuchPosition from None
        return cls(found.preset, found.moves, found.board, method, path)

    @property
    def search(self) -> TreeSearch:
        return TreeSearch(self.board, self.method, default_depth(self.board))

    @property
    def is_small(self) -> bool:
        """Whether the whole tree of the position can be drawn."""
        return self.board.open_count <= MOST_FREE and not self.board.outcome()

    @property
    def is_recorded(self) -> bool:
        """Whether the search that plays is shown, which goes by lines on one board."""
        return not (self.board.outcome() or self.preset.variant.is_divided)

    @property
    def is_drawn(self) -> bool:
        """Whether the search is shown step by step in the whole tree."""
        return self.is_small and not self.method.looks_ahead and not self.method.ordering

    @cached_property
    def query(self) -> str:
        """The part of the address that names the position and the search, without the node."""
        return self.with_moves(self.moves)

    def with_moves(self, moves: tuple[int, ...]) -> str:
        """Return the query for another position with the same method."""
        text = write_moves(moves, self.preset.variant)
        return urlencode({"board": self.preset.id, "moves": text, "search": self.method.id})
