"""Presence: who has the page of a game open. It is kept in memory because nothing depends on it."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypedDict
from uuid import uuid4

from channels.layers import get_channel_layer
from django.conf import settings

from games import protocol
from games.bus import background
from games.bus.broadcast import game_group
from games.models import Game
from games.ops.request_context import detach

PROCESS = uuid4().hex
COLLECT_FOR = 0.2  # seconds in which changes are collected into one summary
RECONNECTING_FOR = 10.0  # seconds after which somebody whose connection was lost is away
REPEAT = 30.0  # seconds between summaries while nothing changes
FORGET = 3 * REPEAT  # seconds after which a process that sends nothing is taken for dead
LISTEN_FOR = 30.0  # seconds after a page without a socket has asked
# Seconds without a sign of life after which a page counts as gone. Hidden pages get longer, because
# browsers let them run only once a minute.
PAGE_TIMEOUT, HIDDEN_PAGE_TIMEOUT = 8.0, 90.0


class Presence(StrEnum):
    HERE = "here"
    AWAY = "away"
    RECONNECTING = "reconnecting"


ORDER: list[str] = list(Presence)


class Summary(TypedDict):
    people: dict[str, str]  # presence by id of the player
    strangers: int


class PresenceEvent(TypedDict):
    type: str
    process: str
    summary: Summary
    wants_reply: bool  # whether the other processes should send their summaries


@dataclass
class Room:
    pages: dict[str, tuple[int | None, bool]] = field(default_factory=dict)  # player, is visible
    lost: dict[int, float] = field(default_factory=dict)  # players, and when their last page left
    # The other processes' summaries, and when they came
    others: dict[str, tuple[float, Summary]] = field(default_factory=dict)
    sent_at: float = 0.0
    is_sending_soon: bool = False


_rooms: dict[str, Room] = {}
_departures: dict[tuple[str, str], asyncio.TimerHandle] = {}
_listens_until: dict[str, float] = {}  # by game, on the clock of the event loop


def note(game_id: str, page: str, player_id: int | None, *, visible: bool) -> None:
    """``page`` is a channel or the name of a page without a socket; needs a running event loop."""
    is_new_room = game_id not in _rooms
    room = _rooms.setdefault(game_id, Room())
    has_changed = room.pages.get(page) != (player_id, visible)
    room.pages[page] = (player_id, visible)
    if player_id is not None:
        room.lost.pop(player_id, None)
    if has_changed or time.monotonic() - room.sent_at > REPEAT:
        _send_soon(game_id, wants_reply=is_new_room)
    _leave_after(PAGE_TIMEOUT if visible else HIDDEN_PAGE_TIMEOUT, game_id, page)


async def note_polling_page(
    game: Game, page: str, player_id: int | None, *, visible: bool
) -> dict[str, Any]:
    # All pages of a player are one, and so are all without a player from one address: otherwise a
    # client could pose as many watchers.
    note(game.pk, f"polling {page}", player_id, visible=visible)
    if settings.REDIS_URL:
        _listen(game.pk)
    return message(game.pk, game.people)


def leave(game_id: str, page: str) -> None:
    _cancel_departure(game_id, page)
    room = _rooms.get(game_id)
    if room is None or page not in room.pages:
        return
    player_id, was_visible = room.pages.pop(page)
    others = {id for id, _ in room.pages.values()}
    # Somebody whose page was hidden is shown as away already, and is not reconnecting.
    if was_visible and player_id is not None and player_id not in others:
        room.lost[player_id] = time.monotonic()
        loop = asyncio.get_running_loop()
        loop.call_later(RECONNECTING_FOR + COLLECT_FOR, _send_soon, game_id)
    _send_soon(game_id)


def receive(game_id: str, event: PresenceEvent) -> None:
    room = _rooms.get(game_id)
    if room is None or event["process"] == PROCESS:
        return
    room.others[event["process"]] = (time.monotonic(), event["summary"])
    if event["wants_reply"]:
        _send_soon(game_id)
    if Presence.RECONNECTING in event["summary"]["people"].values():
        # That process may end before it can report them as away.
        loop = asyncio.get_running_loop()
        loop.call_later(RECONNECTING_FOR + COLLECT_FOR, _send_soon, game_id)


def has_page(game_id: str, player_id: int) -> bool:
    return any(id == player_id for id, _ in _rooms.get(game_id, Room()).pages.values())


def people_here() -> dict[str, set[int]]:
    found = {
        game_id: {id for id, _ in room.pages.values() if id is not None}
        for game_id, room in _rooms.items()
    }
    return {game_id: players for game_id, players in found.items() if players}


def is_watched(game_id: str) -> bool:
    room = _rooms.get(game_id)
    return room is not None and any(visible for _, visible in room.pages.values())


def message(game_id: str, players: dict[str, int]) -> dict[str, Any]:
    room, people = _rooms.get(game_id, Room()), dict[str, str]()
    summaries = [_summarize(room), *_of_other_processes(room)]
    for summary in summaries:
        for id, presence in summary["people"].items():
            people[id] = min(people.get(id, presence), presence, key=ORDER.index)
    seats = {mark: people.get(str(id), Presence.AWAY.value) for mark, id in players.items()}
    watching = people.keys() - {str(id) for id in players.values()}
    here = sum(people[id] == Presence.HERE for id in watching)
    strangers = sum(summary["strangers"] for summary in summaries)
    return protocol.presence(seats, here + strangers)


def _listen(game_id: str) -> None:
    # No socket of this process may be in the game's group, which hears of other processes.
    is_new = game_id not in _listens_until
    _listens_until[game_id] = asyncio.get_running_loop().time() + LISTEN_FOR
    if is_new:
        background.start(_receive_summaries(game_id))


async def _receive_summaries(game_id: str) -> None:
    detach()
    layer, group = get_channel_layer(), game_group(game_id)
    assert layer is not None  # noqa: S101 - the settings name one
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    try:
        while (until := _listens_until[game_id]) > asyncio.get_running_loop().time():
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    event: Any = await layer.receive(channel)
                    if event["type"] == "game.presence":
                        receive(game_id, event)
    finally:
        del _listens_until[game_id]
        await layer.group_discard(group, channel)


def _of_other_processes(room: Room) -> list[Summary]:
    now = time.monotonic()
    return [
        summary if now - received_at < RECONNECTING_FOR else _without_reconnecting(summary)
        for received_at, summary in room.others.values()
        if now - received_at < FORGET
    ]


def _without_reconnecting(summary: Summary) -> Summary:
    people = summary["people"].items()
    here = {id: presence for id, presence in people if presence != Presence.RECONNECTING}
    return {"people": here, "strangers": summary["strangers"]}


def _summarize(room: Room) -> Summary:
    now = time.monotonic()
    people: dict[str, str] = {
        str(id): Presence.RECONNECTING.value
        for id, lost_at in room.lost.items()
        if now - lost_at < RECONNECTING_FOR
    }
    for id, visible in room.pages.values():
        if id is not None and people.get(str(id)) != Presence.HERE:
            people[str(id)] = (Presence.HERE if visible else Presence.AWAY).value
    return {"people": people, "strangers": sum(id is None for id, _ in room.pages.values())}


def _leave_after(wait: float, game_id: str, page: str) -> None:
    _cancel_departure(game_id, page)
    loop = asyncio.get_running_loop()
    _departures[game_id, page] = loop.call_later(wait, leave, game_id, page)


def _cancel_departure(game_id: str, page: str) -> None:
    if departure := _departures.pop((game_id, page), None):
        departure.cancel()


def _send_soon(game_id: str, *, wants_reply: bool = False) -> None:
    room = _rooms.get(game_id)
    if room is None or room.is_sending_soon:
        return
    room.is_sending_soon = True
    loop = asyncio.get_running_loop()
    loop.call_later(COLLECT_FOR, lambda: background.start(_send(game_id, wants_reply)))


async def _send(game_id: str, wants_reply: bool) -> None:
    room = _rooms[game_id]
    room.is_sending_soon, room.sent_at = False, time.monotonic()
    event: PresenceEvent = {
        "type": "game.presence",
        "process": PROCESS,
        "summary": _summarize(room),
        "wants_reply": wants_reply,
    }
    if not room.pages and not event["summary"]["people"]:
        del _rooms[game_id]
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings name one
    await layer.group_send(game_group(game_id), dict(event))
