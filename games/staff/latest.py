"""The games that the start page lists: those that are played now, then the newest."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import Game, kinds
from games.presentation import board_wording, snapshots
from games.presentation.description import describe_game
from games.presentation.sides import side
from games.staff import site_state
from games.staff.names import linked_rivals

RUNNING, NEWEST = 4, 6  # games of each that are listed


def latest(now: datetime) -> list[dict[str, Any]]:
    games = site_state.games_on(now).select_related("x", "o", *kinds.rows())
    running = list(games.order_by("-touched_at", "pk")[:RUNNING])
    newest = Game.objects.with_kinds().exclude(pk__in=[game.pk for game in running])
    return [_row(game) for game in [*running, *newest[:NEWEST]]]


def result(game: Game) -> str:
    if game.winner:
        return f"{side(game.winner, game.variant)} won"
    return "Draw" if game.status == Game.Status.FINISHED else game.get_status_display()


def _row(game: Game) -> dict[str, Any]:
    return {
        "game": game,
        "players": linked_rivals(game),
        "drawing": describe_game(snapshots.summary(game)),
        "board": board_wording.board(game.variant),
        "result": result(game),
    }
