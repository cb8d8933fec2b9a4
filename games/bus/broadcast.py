"""What is sent after a commit to all sockets of a game, of a player, or of the live games."""

from __future__ import annotations

import time
from typing import TypedDict

from channels.layers import get_channel_layer
from django.db import transaction

from games.bus import reactions
from games.bus.db_queue import send_after_commit
from games.models import Game, Player
from games.presentation import snapshots
from games.protocol import Offer, Snapshot

WATCH_GROUP = "watchers"  # the group of all sockets of the page of live games
NOTICE_EVERY = 0.2  # seconds; more changes than one in this time are one notice to WATCH_GROUP
_noticed_at = 0.0


class Event(TypedDict):
    """A message of the channel layer; Channels calls the method that ``type`` names."""

    type: str


class GameChanged(Event):
    """A game as it now stands."""

    snapshot: Snapshot
    people: dict[str, int]  # ids of the people who play, by mark
    claim_in: int | None  # seconds until the one who waits may end the game
    offer: Offer | None  # the level that the person may play next
    owner_id: int | None  # of the player who directs it, if the computer plays itself
    next_move_in: float | None  # seconds until the computer moves, if it plays itself
    frames: dict[str, str]  # encoded, by marks and language of the viewer


class Reacted(Event):
    """A reaction of the player of ``mark``."""

    mark: str
    reaction: str
    number: int


def game_group(game_id: str) -> str:
    """Return the name of the group of all sockets of a game."""
    return f"game.{game_id}"


def player_group(player_id: int) -> str:
    """Return the name of the group of a player's own sockets."""
    return f"player.{player_id}"


def describe(game: Game) -> GameChanged:
    """Return the event that says how a game stands now."""
    exhibition = game.exhibition if game.is_exhibition else None
    snapshot = snapshots.take(game)
    return {
        "type": "game.changed",
        "snapshot": snapshot,
        "people": game.people,
        "claim_in": game.claim_in(),
        "offer": snapshots.level_offer(game) if snapshot["outcome"] else None,
        "owner_id": exhibition.owner_id if exhibition else None,
        "next_move_in": exhibition.next_move_in() if exhibition else None,
        "frames": {},
    }


def announce(game: Game) -> None:
    """Send the game as it stands to its group, if and when the transaction commits."""
    event = describe(game)
    # Robust: a channel layer that is down must not fail a move that has been stored.
    transaction.on_commit(lambda: _send_change(event), robust=True)


def announce_reaction(game: Game, mark: str, reaction: str) -> None:
    number = reactions.new_number()
    event: Reacted = {
        "type": "game.reaction",
        "mark": str(mark),
        "reaction": reaction,
        "number": number,
    }
    transaction.on_commit(lambda: reactions.keep(game.id, str(mark), reaction, number), robust=True)
    transaction.on_commit(lambda: _send(game_group(game.id), event), robust=True)


def announce_sign_out(player: Player) -> None:
    """Let all sockets of a player read their session again, after a sign-out has ended it."""
    event: Event = {"type": "player.signed_out"}
    transaction.on_commit(lambda: _send(player_group(player.pk), event), robust=True)


def _send_change(event: GameChanged) -> None:
    _send(game_group(event["snapshot"]["id"]), event)
    _notify_watchers()


def _notify_watchers() -> None:
    """Tell the sockets of the page of live games that some game has changed.

    At most once every ``NOTICE_EVERY`` seconds. They wait for longer than that before they read the
    games, so they also read the changes that sent no notice. A move then costs the same whether
    anybody watches or not.
    """
    global _noticed_at
    now = time.monotonic()
    if now - _noticed_at >= NOTICE_EVERY:
        _noticed_at = now
        _send(WATCH_GROUP, {"type": "games.changed"})


def _send(group: str, event: Event) -> None:
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings name one
    send_after_commit(layer.group_send, group, dict(event))
