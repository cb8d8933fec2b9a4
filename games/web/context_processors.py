from __future__ import annotations

from typing import Any

from django.core.cache import caches
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_noop as _

from games.models import Game
from games.presentation.colours import PAPERS
from games.presentation.marks import SHAPES
from games.web import cookie_names, players

THEMES = {"paper": _("Paper"), "chalk": _("Chalk"), "night": _("Night")}
FORMER_THEMES = {"light": "paper", "dark": "chalk"}  # names in cookies of before
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
        "theme": theme_of(request),
        "themes": THEMES.items(),
        "papers": PAPERS,
    }


def theme_of(request: HttpRequest) -> str:
    theme = request.COOKIES.get("theme", "")
    theme = FORMER_THEMES.get(theme, theme)
    return theme if theme in THEMES else ""


def live_count() -> int:
    return int(
        caches["process"].get_or_set("live_count", Game.objects.live_count, COUNT_EVERY) or 0
    )
