"""What rooms are told, once a change has been committed."""

from __future__ import annotations

from typing import TypedDict

from channels.layers import get_channel_layer
from django.db import transaction

from games import threads
from games.models import Game
from games.protocol import Snapshot


class Changed(TypedDict):
    """A game as it now stands, and which player sits where."""

    type: str
    snapshot: Snapshot
    players: dict[str, int | None]
    claim_in: int | None


def room(game_id: str) -> str:
    """Return the name of the group that everyone looking at a game joins."""
    return f"game.{game_id}"


def describe(game: Game) -> Changed:
    """Return a game as it now stands."""
    return {
        "type": "game.changed",
        "snapshot": game.snapshot(),
        "players": {"X": game.x_id, "O": game.o_id},
        "claim_in": game.claim_in(),
    }


def announce(game: Game) -> None:
    """Tell the game's room how it stands, if and when the transaction commits."""
    event = describe(game)
    # Robust: a channel layer that is down must not fail a move that has been stored.
    transaction.on_commit(lambda: _send(game.id, event), robust=True)


def _send(game_id: str, event: Changed) -> None:
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings name one
    threads.send(layer.group_send, room(game_id), dict(event))
