"""The link from the page of a game against the computer to the search tree of the position."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.engine import presets, write_moves
from games.study.positions import shown_moves
from games.web.game_parts import GamePart, Shown


def context(shown: Shown) -> dict[str, Any]:
    variant = shown.game.variant
    board = presets.named(variant)
    # A game on nested boards ends long before so few squares are free that its tree can be shown.
    if board is None or variant.nested:
        return {"tree": ""}
    query = {"board": board.id, "moves": write_moves(shown_moves(shown), variant)}
    return {"tree": f"{reverse('games:tree')}?{urlencode(query)}"}


PART = GamePart(
    applies=lambda game: game.level is not None,
    templates={"links": "study/tree/_link.html"},
    context=context,
)
