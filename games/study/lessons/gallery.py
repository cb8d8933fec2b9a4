"""Choices on the pages of lessons: moves, and pages of small pictures of positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.presentation.drawing import Drawing

PAGE = 30  # rows of 6 on a phone, of 10 on a desktop


@dataclass(frozen=True, slots=True)
class Choice:
    """A move to choose, and whether it holds or loses."""

    name: str
    address: str
    holds: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Item:
    drawing: Drawing
    address: str  # "" for a picture that leads nowhere
    label: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Gallery:
    """The items ``first`` to ``last``, counted from 1, with links to the other items."""

    items: list[Item]
    first: int
    total: int
    before: str
    after: str

    @property
    def last(self) -> int:
        return self.first + len(self.items) - 1


def gallery(
    total: int, number: int, item: Callable[[int], Item], address: Callable[[int], str]
) -> Gallery:
    """Return the page of the gallery that has item ``number``, counted from 1.

    :param item: makes an item; it is called only for those on the page
    :param address: the address that chooses an item
    """
    first = (number - 1) // PAGE * PAGE + 1
    numbers = range(first, min(first + PAGE, total + 1))
    return Gallery(
        [item(number) for number in numbers],
        first,
        total,
        before=address(first - PAGE) if first > 1 else "",
        after=address(first + PAGE) if first + PAGE <= total else "",
    )
