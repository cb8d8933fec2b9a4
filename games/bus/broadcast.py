"""Broadcasts after a commit: to the sockets of a game, of a player, or of the live games."""

from __future__ import annotations

import time
from typing import NotRequired, TypedDict

from channels.layers import get_channel_layer
from django.db import transaction

from games.bus.db_queue import send_after_commit
from games.models import Game, Player
from games.presentation import snapshots
from games.protocol import Offer, Snapshot

WATCH_GROUP = "watchers"  # the group of all sockets of the page of live games
NOTICE_EVERY = 0.2  # seconds between two notices to WATCH_GROUP, however many games change
_noticed_at = 0.0


class ChannelEvent(TypedDict):
    type: str


class GameChanged(ChannelEvent):
    snapshot: Snapshot
    people: dict[str, int]  # ids of the people who play, by mark
    claim_in: int | None  # seconds until the waiting player may claim the game
    offer: Offer | None  # the level that the person may play next
    director_id: None  # this and the next are read by servers of the version before alone
    next_move_in: None
    frames: dict[str, str]  # the encoded state, by the viewer's marks and language


class Reacted(ChannelEvent):
    mark: str
    reaction: str
    number: int  # is read by servers of the version before alone
    words: NotRequired[str]


def game_group(game_id: str) -> str:
    return f"game.{game_id}"


def player_group(player_id: int) -> str:
    return f"player.{player_id}"


def describe(game: Game) -> GameChanged:
    snapshot = snapshots.take(game)
    return {
        "type": "game.changed",
        "snapshot": snapshot,
        "people": game.people,
        "claim_in": game.claim_in(),
        "offer": snapshots.level_offer(game) if snapshot["outcome"] else None,
        "director_id": None,
        "next_move_in": None,
        "frames": {},
    }


def announce(game: Game) -> None:
    announce_change(describe(game))


def announce_change(event: GameChanged) -> None:
    # Robust: a channel layer that is down must not fail a move that has been stored.
    def send() -> None:
        _send(game_group(event["snapshot"]["id"]), event)
        _notify_watchers()

    transaction.on_commit(send, robust=True)


def announce_reaction(game: Game, mark: str, reaction: str, words: str) -> None:
    event: Reacted = {
        "type": "game.reaction",
        "mark": str(mark),
        "reaction": reaction,
        "number": time.time_ns() // 1000,
        "words": words,
    }
    transaction.on_commit(lambda: _send(game_group(game.id), event), robust=True)


def announce_sign_out(player: Player) -> None:
    event: ChannelEvent = {"type": "player.signed_out"}
    transaction.on_commit(lambda: _send(player_group(player.pk), event), robust=True)


def _notify_watchers() -> None:
    # A notice is sent at most once every ``NOTICE_EVERY`` seconds. The sockets wait for longer than
    # that before they read the games, so they also read the changes that sent no notice. A move
    # costs the same whether anybody watches or not.
    global _noticed_at
    now = time.monotonic()
    if now - _noticed_at >= NOTICE_EVERY:
        _noticed_at = now
        _send(WATCH_GROUP, {"type": "games.changed"})


def _send(group: str, event: ChannelEvent) -> None:
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings name one
    send_after_commit(layer.group_send, group, dict(event))
