"""Choices on the pages of lessons: moves, and pages of small pictures of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.paginator import Paginator
from django.utils.http import urlencode

from games.presentation.drawing import Drawing

T = TypeVar("T")

PAGE = 30  # rows of 6 on a phone, of 10 on a desktop


@dataclass(frozen=True, slots=True)
class Choice:
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
    positions: Sequence[T],
    number: int,
    item: Callable[[T, str, bool], Item],
    name: str = "number",
    **query: str | int,
) -> dict[str, Any]:
    """Return the page of the gallery that has position ``number``, counted from 1.

    :param item: makes an item of a position, its address, and whether it is the chosen one; it is
        called only for those on the page
    :param name: of the number in the address, which also keeps the ``query``
    """
    page = Paginator(range(1, len(positions) + 1), PAGE).page((number - 1) // PAGE + 1)
    first = page.start_index()

    def address(number: int) -> str:
        return f"?{urlencode({**query, name: number})}"

    return {
        "page": page,
        "items": [
            item(positions[each - 1], f"{address(each)}#catalogue", each == number) for each in page
        ],
        "before": address(first - PAGE) if page.has_previous() else "",
        "after": address(first + PAGE) if page.has_next() else "",
    }
