"""Choices on the pages of lessons: moves, and pages of small pictures of positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator

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


def gallery(
    total: int, number: int, item: Callable[[int], Item], address: Callable[[int], str]
) -> dict[str, Any]:
    """Return the page of the gallery that has item ``number``, counted from 1.

    :param item: makes an item; it is called only for those on the page
    :param address: the address that chooses an item
    """
    page = Paginator(range(1, total + 1), PAGE).page((number - 1) // PAGE + 1)
    first = page.start_index()
    return {
        "page": page,
        "items": [item(number) for number in page],
        "before": address(first - PAGE) if page.has_previous() else "",
        "after": address(first + PAGE) if page.has_next() else "",
    }
