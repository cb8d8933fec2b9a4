"""What rooms are told, once a change has been committed."""

from __future__ import annotations

import time
from typing import TypedDict

from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Game, Player
from games.presentation import snapshots
from games.protocol import Snapshot
from games.realtime import db_queue, reactions

# All who look at the Watch page.
WATCHERS = "watchers"
NOTICE_EVERY = 0.2  # seconds in which many changes are one notice to them
_noticed_at = 0.0


class Event(TypedDict):
    type: str


class Changed(Event):
    """A game as it now stands, and which player sits where."""

    snapshot: Snapshot
    players: dict[str, int | None]
    claim_in: int | None
    frames: dict[str, str]  # as it is sent, by the marks one plays; filled by those who send it


class Reacted(Event):
    """A reaction of the one who plays ``mark``."""

    mark: str
    reaction: str


def room(game_id: str) -> str:
    """Return the name of the group that everyone looking at a game joins."""
    return f"game.{game_id}"


def sockets_of(player_id: int) -> str:
    """Return the name of the group of a player's own sockets."""
    return f"player.{player_id}"


def describe(game: Game) -> Changed:
    """Return a game as it now stands."""
    return {
        "type": "game.changed",
        "snapshot": snapshots.take(game),
        "players": {"X": game.x_id, "O": game.o_id},
        "claim_in": game.claim_in(),
        "frames": {},
    }


def announce(game: Game) -> None:
    """Tell the game's room how it stands, if and when the transaction commits."""
    event = describe(game)
    # Robust: a channel layer that is down must not fail a move that has been stored.
    transaction.on_commit(lambda: _tell(game, event), robust=True)


def announce_reaction(game: Game, mark: str, reaction: str) -> None:
    event: Reacted = {"type": "game.reaction", "mark": str(mark), "reaction": reaction}
    transaction.on_commit(lambda: reactions.note(game.id, str(mark), reaction), robust=True)
    transaction.on_commit(lambda: _send(room(game.id), event), robust=True)


def announce_departure(player: Player) -> None:
    """Tell the sockets of a player, who has left for another device, to look who they are."""
    event: Event = {"type": "player.left"}
    transaction.on_commit(lambda: _send(sockets_of(player.pk), event), robust=True)


def _tell(game: Game, event: Changed) -> None:
    _send(room(game.id), event)
    _notify_watchers()


def _notify_watchers() -> None:
    """Tell those who look at the Watch page that games have changed, not which and not how.

    They wait for longer than ``NOTICE_EVERY`` before they read, so that what is left unsaid in
    that time is read too. A move costs next to nothing by it, whether anybody watches or not.
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
