from __future__ import annotations

from typing import Any

from games.engine import presets
from games.models.kinds import Kind
from games.study.exhibitions.services import NAME
from games.web.game_parts import GamePart, Shown, of_kind


class ExhibitionKind(Kind):
    name = NAME
    label = "Exhibition"
    has_people = False


def context(shown: Shown) -> dict[str, Any]:
    board, seats = presets.named(shown.game.variant), shown.state["seats"]
    levels = [seat["level"] if (seat := seats[mark]) else "" for mark in ("X", "O")]
    return {"exhibition": {"board": board.id if board else "", "x": levels[0], "o": levels[1]}}


PART = GamePart(
    applies=of_kind(NAME),
    templates={
        "terms": "study/exhibitions/_why_this_move.html",
        "watch": "study/exhibitions/_actions.html",
        "watch_afterwards": "study/exhibitions/_afterwards.html",
    },
    context=context,
    scripts=("js/study/exhibitions.js",),
)
