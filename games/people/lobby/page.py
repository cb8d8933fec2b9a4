"""The lobby's parts of the page of a game: for a seeker who waits, and after a game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from games.engine import clock, presets
from games.engine.clock import CONTROLS
from games.models import Game
from games.people.lobby.queue import OPEN
from games.presentation import wording
from games.web.game_parts import GamePart, Shown, of_kind

ALONE_AFTER = timedelta(seconds=10)
MEANWHILE = "medium"  # the level that is offered to somebody who waits


def context(shown: Shown) -> dict[str, Any]:
    game = shown.game
    board = presets.named(game.variant)
    is_waiting = game.status == Game.Status.WAITING
    missed = Game.objects.filter(goes_on_in=game, reason=Game.Reason.NO_SHOW)
    seek = getattr(game, "seek", None) if game.kind else None
    return {
        "board_id": board.id if board else "",
        "control_name": wording.control(game.control),
        "meanwhile": MEANWHILE,
        "takes_any_board": bool(seek and seek.any_board and game.guest not in shown.state["you"]),
        "is_long_alone": is_waiting and clock.now() - game.created_at > ALONE_AFTER,
        "missed_opponent": is_waiting and missed.exists(),
        "other_clock_name": _other_clock_name(shown),
        "control_names": {code: wording.control(code) for code in CONTROLS},
    }


def _other_clock_name(shown: Shown) -> str:
    other = (shown.state["part"] or {}).get("other_clock")
    return wording.control(other["control"]) if other else ""


WAITING = GamePart(
    applies=of_kind(OPEN),
    templates={"invite": "people/lobby/_waiting.html", "again": "people/lobby/_again.html"},
    context=context,
    scripts=("js/people/lobby.js",),
)
AFTERWARDS = GamePart(
    applies=lambda game: not game.kind,
    templates={"again": "people/lobby/_again.html"},
    context=context,
)
