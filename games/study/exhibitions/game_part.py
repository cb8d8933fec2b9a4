"""What the page of a game shows to whoever lets the computer play itself."""

from __future__ import annotations

from games.study.exhibitions.services import NAME
from games.study.exhibitions.wording import PACE_NAMES
from games.web.game_parts import GamePart, of_kind

PART = GamePart(
    applies=of_kind(NAME),
    templates={
        "terms": "study/exhibitions/_why.html",
        "direct": "study/exhibitions/_actions.html",
        "direct_afterwards": "study/exhibitions/_afterwards.html",
    },
    context=lambda _: {"paces": PACE_NAMES.items()},
    scripts=("js/study/exhibitions.js",),
)
