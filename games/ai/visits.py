"""What is noted of a position when a search that is watched visits it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import partial
from typing import Any


class Ending(StrEnum):
    """How a visit ended, which is where its value comes from."""

    LINE = "line"  # a line is complete
    FULL = "full"  # the board is full
    WIN = "win"  # the side to move completes a line at once
    LOST = "lost"  # every move loses at once
    BOUNDS = "bounds"  # what is still possible cannot change the choice
    EVALUATED = "evaluated"  # as deep as the search looks: the open lines are weighed
    TABLE = "table"  # the transposition table knows enough
    MOVE_IN_TABLE = "move_in_table"  # the table knows enough about the position after a move
    UNANSWERABLE = "unanswerable"  # the opponent cannot answer a move
    CUT = "cut"  # a move was good enough, so the rest was cut off
    SEARCHED = "searched"  # the best of all moves
    STOPPED = "stopped"  # the search was stopped here


@dataclass(slots=True)
class Visit:
    """One position as the search met it.

    ``cell`` is the move that led here, -1 at the root. ``alpha`` and ``beta`` are the window on
    arrival and ``value`` what came out, all for the side to move; it is None if the search was
    stopped. ``nodes`` counts the positions from here on, this one included.
    """

    number: int  # in the order of the walk, from 0
    cell: int
    ply: int
    alpha: int
    beta: int
    value: int | None = None
    nodes: int = 0
    ending: Ending = Ending.FULL
    children: list[Visit] = field(default_factory=list)  # that are kept
    searched: int = 0  # children that were visited, kept or not
    enough: int = 0  # the value at which it stops: beta, or less if no more is possible
    order: tuple[int, ...] = ()  # the moves to search, as cells, in this order
    unsafe: tuple[int, ...] = ()  # moves that lose at once
    unlikely: tuple[int, ...] = ()  # moves that a narrow search leaves out
    closed: str = ""  # the sides that can force no line any more
    by: int = -1  # the move that decides, where one does
    source: int = -1  # the visit that stored what the table knows, if it is kept
    is_mirrored: bool = False  # whether that was a symmetric position

    @property
    def cut(self) -> tuple[int, ...]:
        """The moves that were not searched because one before them was enough."""
        return self.order[self.searched :] if self.ending is Ending.CUT else ()

    def to_json(self) -> list[Any]:
        """Return the fields in their order, the children first."""
        children, *rest = map(partial(getattr, self), FIELDS)
        return [[child.to_json() for child in children], *rest]

    @classmethod
    def from_json(cls, json: list[Any]) -> Visit:
        visit = cls(**dict(zip(FIELDS, json, strict=True)))
        visit.children = list(map(cls.from_json, json[0]))
        visit.ending = Ending(visit.ending)
        return visit

    def walk(self) -> Iterator[Visit]:
        """Yield this visit and those below that are kept, in the order of the walk."""
        yield self
        for child in self.children:
            yield from child.walk()


FIELDS = ("children", *(each.name for each in fields(Visit) if each.name != "children"))
