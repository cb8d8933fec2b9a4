from __future__ import annotations

from typing import Any

from django.core.cache import caches
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Game
from games.presentation.colours import PAPERS
from games.presentation.marks import SHAPES
from games.web import cookie_names, players, themes

COUNT_EVERY = 10  # seconds between two counts of the live games
MARK_SYMBOLS = [
    (f"{pieces}-{mark.lower()}-{number}", shape)
    for pieces, marks in SHAPES.items()
    for mark, shapes in marks.items()
    for number, shape in enumerate(shapes)
]


def page(request: HttpRequest) -> dict[str, Any]:
    return {
        "visitor": SimpleLazyObject(lambda: players.current(request)),
        "live_count": live_count,
        "mark_symbols": MARK_SYMBOLS,
        "cookie_ending": cookie_names.ending(),
        "theme": themes.chosen(request),
        "themes": themes.NAMES.items(),
        "papers": PAPERS,
    }


def live_count() -> int:
    return int(
        caches["process"].get_or_set("live_count", Game.objects.live_count, COUNT_EVERY) or 0
    )
