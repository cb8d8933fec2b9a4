"""What an address of the tree asks for: a position, and minimax or alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.http import HttpRequest

from games.engine import BOARDS, write_moves
from games.play import errors
from games.study.positions import Position
from games.study.tree.textbook import MOST_FREE

# O to move and win at once: four squares are free, and 38 positions can follow.
SMALL = "a3-c3-b2-c1-a1"
SEARCHES = ("minimax", "alpha-beta")


@dataclass(frozen=True)
class TreeAddress(Position):
    search: str  # one of ``SEARCHES``

    @classmethod
    def of(cls, request: HttpRequest) -> TreeAddress:
        """Read an address; without a position it is that of a small one.

        :raises Refused: if the position or the search does not exist.
        """
        search = request.GET.get("search", "minimax")
        if search not in SEARCHES:
            raise errors.NoSuchSearch
        is_bare = not {"board", "moves"} & request.GET.keys()
        return cls.on(request, SMALL if is_bare else "", search)

    @classmethod
    def on(cls, request: HttpRequest, default: str, search: str = "minimax") -> TreeAddress:
        """Read the position of an address, or the default one.

        :raises Refused: if there is no such position
        """
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
        return self.with_moves(self.moves, search=self.search)

    def with_moves(self, moves: tuple[int, ...], **search: str) -> str:
        text = write_moves(moves, self.preset.variant)
        return urlencode({"board": self.preset.id, "moves": text, **search})
