"""A person's games as data, in the notation of ``games.engine.game_file``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import prefetch_related_objects

from games.engine import Mark
from games.models import Game, Player
from games.people.own_games import history
from games.people.own_games.history import GameFilter, cursor_at

READ_AT_ONCE = 200  # games


def export_games(player: Player, **_: Any) -> dict[str, Any]:
    """Return what somebody has played; receives ``player_exported``."""
    return {"games": _games(player)}


def _games(player: Player) -> Iterator[dict[str, Any]]:
    before = None
    while games := history.page(player, GameFilter(), before, READ_AT_ONCE):
        prefetch_related_objects(games, "moves", "hinted")
        for game in games:
            yield _as_json(game, player)
        before = cursor_at(games[-1])


def _as_json(game: Game, player: Player) -> dict[str, Any]:
    cell_name = game.variant.cell_name
    return {
        "id": game.pk,
        "board": game.variant_code,
        **{mark.lower(): game.seat_name(mark) if game.seat(mark) else None for mark in Mark},
        "you": game.marks_of(player.pk),
        "status": game.status,
        "winner": game.winner,
        "ending": game.reason,
        "clock": game.control,
        "is_public": game.is_public,
        "started_at": game.created_at,
        "ended_at": game.finished_at,
        "set_up": game.start_ply,
        "moves": [cell_name(cell) for cell in game.record],
        "played": [
            {
                "cell": cell_name(move.cell),
                "at": move.created_at,
                "taken_back_at": move.undone_at,
            }
            for move in game.moves.all()
        ],
        "hints": [{"ply": hint.ply, "at": hint.created_at} for hint in game.hinted.all()],
    }
