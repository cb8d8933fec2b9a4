"""What is sent to all sockets of a game, of a player, or of the Watch page, after a commit."""

from __future__ import annotations

import time
from typing import TypedDict

from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Game, Player
from games.presentation import snapshots
from games.protocol import Snapshot
from games.realtime import db_queue, reactions

WATCHERS = "watchers"  # the group of all sockets of the Watch page
NOTICE_EVERY = 0.2  # seconds; more changes than one in this time are one notice to WATCHERS
_noticed_at = 0.0


class Event(TypedDict):
    """A message of the channel layer; Channels calls the method that ``type`` names."""

    type: str


class GameChanged(Event):
    """A game as it now stands, and the ids of its players by mark."""

    snapshot: Snapshot
    players: dict[str, int | None]
    claim_in: int | None  # seconds until the one who waits may end the game
    frames: dict[str, str]  # the encoded state by the viewer's marks; consumers share them here


class Reacted(Event):
    """A reaction of the player of ``mark``."""

    mark: str
    reaction: str


def room(game_id: str) -> str:
    """Return the name of the group of all sockets that look at a game."""
    return f"game.{game_id}"


def sockets_of(player_id: int) -> str:
    """Return the name of the group of a player's own sockets."""
    return f"player.{player_id}"


def describe(game: Game) -> GameChanged:
    """Return the event that says how a game stands now."""
    return {
        "type": "game.changed",
        "snapshot": snapshots.take(game),
        "players": {"X": game.x_id, "O": game.o_id},
        "claim_in": game.claim_in(),
        "frames": {},
    }


def announce(game: Game) -> None:
    """Send the game as it stands to its group, if and when the transaction commits."""
    event = describe(game)
    # Robust: a channel layer that is down must not fail a move that has been stored.
    transaction.on_commit(lambda: _send_change(game, event), robust=True)


def announce_reaction(game: Game, mark: str, reaction: str) -> None:
    event: Reacted = {"type": "game.reaction", "mark": str(mark), "reaction": reaction}
    transaction.on_commit(lambda: reactions.note(game.id, str(mark), reaction), robust=True)
    transaction.on_commit(lambda: _send(room(game.id), event), robust=True)


def announce_departure(player: Player) -> None:
    """Let the player's sockets read again who they are: one device was left for another."""
    event: Event = {"type": "player.left"}
    transaction.on_commit(lambda: _send(sockets_of(player.pk), event), robust=True)


def _send_change(game: Game, event: GameChanged) -> None:
    _send(room(game.id), event)
    _notify_watchers()


def _notify_watchers() -> None:
    """Notify the Watch page's sockets that some game has changed.

    They wait for longer than ``NOTICE_EVERY`` before they read the games, so the changes that get
    no notice of their own are read too. A move then costs the same whether anybody watches or not.
    """
    global _noticed_at
    now = time.monotonic()
    if now - _noticed_at >= NOTICE_EVERY:
        _noticed_at = now
        _send(WATCHERS, {"type": "games.changed"})


def _send(group: str, event: Event) -> None:
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings name one
    db_queue.send(layer.group_send, group, dict(event))
