"""The context of every page: the visitor, and the shapes of the marks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.presentation.colours import PAPERS
from games.presentation.marks import SHAPES
from games.web import players, themes

MARK_SYMBOLS = [
    (f"{pieces}-{mark.lower()}-{number}", shape)
    for pieces, marks in SHAPES.items()
    for mark, shapes in marks.items()
    for number, shape in enumerate(shapes)
]


def page(request: HttpRequest) -> dict[str, Any]:
    """Return the context of every page; the visitor is read only if a template needs it."""
    return {
        "visitor": SimpleLazyObject(lambda: players.current(request)),
        "mark_symbols": MARK_SYMBOLS,
        "theme": themes.chosen(request),
        "themes": themes.NAMES.items(),
        "papers": PAPERS,
    }
