"""The link from the page of a game against the computer to the search tree of the position."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.engine import Reason, presets, write_moves
from games.web.game_parts import GamePart, Shown


def context(shown: Shown) -> dict[str, Any]:
    """Lead to the shown position; in a game played to its end, to the one before the last move."""
    board = presets.named(shown.game.variant)
    if board is None:
        return {"tree": ""}
    outcome = shown.state["outcome"]
    is_over = shown.ply is None and outcome and outcome["reason"] in set(Reason)
    moves = shown.state["moves"][: -1 if is_over else shown.ply]
    query = {"board": board.id, "moves": write_moves(moves, board.variant)}
    return {"tree": f"{reverse('games:tree')}?{urlencode(query)}"}


PART = GamePart(
    applies=lambda game: game.level is not None,
    templates={"links": "study/tree/_link.html"},
    context=context,
)
