"""The status line at the top of the page of a game."""

from __future__ import annotations

import re
from typing import Any

from games.engine import Mark
from games.models import Game, kinds
from games.presentation import board_wording, wording
from games.protocol import State

FIRST_MOVES = 4  # of both sides together, in which a rule that is easily missed is explained


def context(game: Game, state: State) -> dict[str, Any]:
    """Return the headline and what more there is to say, as far as the page says it at once."""
    return {
        **_headline(state),
        "where": state["where"].partition(". "),
        "sending": _sending(game, state),
        "before_move": "" if state["where"] else _before_move(game, state),
    }


def _headline(state: State) -> dict[str, str]:
    words = [state["words"]]
    if state["outcome"]:
        words = re.split(r"(?<=[.!]) ", state["words"], maxsplit=1)
    return dict(zip(("headline", "more"), [*words, ""], strict=False))


def _sending(game: Game, state: State) -> str:
    is_first_time = not state["outcome"] and game.ply - game.start_ply < FIRST_MOVES
    return board_wording.sending(state, state["you"]) if is_first_time else ""


def _before_move(game: Game, state: State) -> str:
    # That is the new side in a rematch, the time for that move where it is limited, and to a host
    # who comes back that the friend has joined.
    if game.is_over or len(state["you"]) != 1:
        return ""
    [you], begins = state["you"], Mark.of_ply(game.start_ply)
    if game.ply > game.start_ply + (you != begins):
        return ""
    if game.previous_id is not None:
        return wording.new_side(state, you)
    if limit := kinds.of(game).first_move_within:
        return wording.first_move(limit)
    return wording.joined(state, Mark(you).opponent) if game.awaited_host == you else ""
