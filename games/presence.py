"""Who is looking at which game: for show, so in memory, and nothing else depends on it.

Each server process knows its own sockets and tells the room a summary of them when it changes;
what the room shows is all processes' summaries together.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypedDict
from uuid import uuid4

from channels.layers import get_channel_layer

from games import protocol
from games.events import room as group

PROCESS = uuid4().hex
SETTLE = 0.2  # seconds in which changes are told together
RECONNECTING_FOR = 10.0  # seconds after which somebody whose line is lost is away
REPEAT = 30.0  # seconds between summaries of an unchanged room
FORGET = 3 * REPEAT  # seconds after which a silent process is taken for dead
# Seconds that a page without a socket may keep quiet, when it is seen and when it is hidden.
QUIET, QUIET_HIDDEN = 8.0, 30.0


class Presence(StrEnum):
    HERE = "here"
    AWAY = "away"
    RECONNECTING = "reconnecting"


ORDER = list(Presence)


class Summary(TypedDict):
    """The people at one process's sockets, and how many have no name yet."""

    people: dict[str, str]  # id of the player -> presence
    strangers: int


class Told(TypedDict):
    type: str
    process: str
    summary: Summary
    asks: bool


@dataclass
class Room:
    sockets: dict[str, tuple[int | None, bool]] = field(default_factory=dict)
    lost: dict[int, float] = field(default_factory=dict)
    others: dict[str, tuple[float, Summary]] = field(default_factory=dict)
    told_at: float = 0.0
    is_telling: bool = False


_rooms: dict[str, Room] = {}
_departures: dict[tuple[str, str], asyncio.TimerHandle] = {}  # of pages without a socket


def enter(game_id: str, socket: str, player_id: int | None) -> None:
    """Note a socket that has begun to look at a game; needs a running event loop."""
    is_new = game_id not in _rooms
    room = _rooms.setdefault(game_id, Room())
    room.sockets[socket] = (player_id, True)
    if player_id is not None:
        room.lost.pop(player_id, None)
    _tell_soon(game_id, asks=is_new)


def show(game_id: str, socket: str, *, visible: bool) -> None:
    """Note whether a socket's page can be seen."""
    room = _rooms.get(game_id)
    if room is None or socket not in room.sockets:
        return
    player_id, was_visible = room.sockets[socket]
    room.sockets[socket] = (player_id, visible)
    if visible != was_visible or time.monotonic() - room.told_at > REPEAT:
        _tell_soon(game_id)


def leave(game_id: str, socket: str) -> None:
    """Note that a socket is gone."""
    room = _rooms.get(game_id)
    if room is None or socket not in room.sockets:
        return
    player_id, _ = room.sockets.pop(socket)
    if player_id is not None and player_id not in {id for id, _ in room.sockets.values()}:
        room.lost[player_id] = time.monotonic()
        loop = asyncio.get_running_loop()
        loop.call_later(RECONNECTING_FOR + SETTLE, _tell_soon, game_id)
    _tell_soon(game_id)


def visit(game_id: str, page: str, player_id: int | None, *, visible: bool) -> None:
    """Note a page that has no socket but asks again and again; it leaves by falling silent."""
    name = f"page {page} of {player_id}"  # like no socket's, and out of others' reach
    room = _rooms.get(game_id)
    if room is None or name not in room.sockets:
        enter(game_id, name, player_id)
    show(game_id, name, visible=visible)
    _leave_after(QUIET if visible else QUIET_HIDDEN, game_id, name)


def _leave_after(wait: float, game_id: str, name: str) -> None:
    if departure := _departures.get((game_id, name)):
        departure.cancel()

    def go() -> None:
        del _departures[game_id, name]
        leave(game_id, name)

    _departures[game_id, name] = asyncio.get_running_loop().call_later(wait, go)


def learn(game_id: str, told: Told) -> None:
    """Take in what another process tells of its sockets, and answer if it asks."""
    room = _rooms.get(game_id)
    if room is None or told["process"] == PROCESS:
        return
    room.others[told["process"]] = (time.monotonic(), told["summary"])
    if told["asks"]:
        _tell_soon(game_id)


def seen(game_id: str) -> Summary:
    """Return everybody at a game, over all processes."""
    room = _rooms.get(game_id, Room())
    people: dict[str, str] = {}
    summaries = [_summary(room), *_living(room)]
    for summary in summaries:
        for id, presence in summary["people"].items():
            people[id] = min(people.get(id, presence), presence, key=_rank)
    return {"people": people, "strangers": sum(summary["strangers"] for summary in summaries)}


def shown(game_id: str, seats: dict[str, int | None]) -> dict[str, Any]:
    """Return the message that says who of the people in ``seats`` is here, and how many watch."""
    everybody = seen(game_id)
    people = everybody["people"]
    players = {mark: people.get(str(id), Presence.AWAY.value) for mark, id in seats.items() if id}
    watching = people.keys() - {str(id) for id in seats.values()}
    here = sum(people[id] == Presence.HERE for id in watching)
    return protocol.presence(players, here + everybody["strangers"])


def _rank(presence: str) -> int:
    return ORDER.index(Presence(presence))


def _living(room: Room) -> list[Summary]:
    since = time.monotonic() - FORGET
    return [summary for told_at, summary in room.others.values() if told_at > since]


def _summary(room: Room) -> Summary:
    now = time.monotonic()
    people: dict[str, str] = {
        str(id): Presence.RECONNECTING.value
        for id, lost_at in room.lost.items()
        if now - lost_at < RECONNECTING_FOR
    }
    for id, visible in room.sockets.values():
        if id is not None and people.get(str(id)) != Presence.HERE:
            people[str(id)] = (Presence.HERE if visible else Presence.AWAY).value
    return {"people": people, "strangers": sum(id is None for id, _ in room.sockets.values())}


def _tell_soon(game_id: str, *, asks: bool = False) -> None:
    room = _rooms.get(game_id)
    if room is None or room.is_telling:
        return
    room.is_telling = True
    loop = asyncio.get_running_loop()
    loop.call_later(SETTLE, lambda: loop.create_task(_tell(game_id, asks)))


async def _tell(game_id: str, asks: bool) -> None:
    room = _rooms[game_id]
    room.is_telling, room.told_at = False, time.monotonic()
    told: Told = {
        "type": "game.presence",
        "process": PROCESS,
        "summary": _summary(room),
        "asks": asks,
    }
    if not room.sockets and not told["summary"]["people"]:
        del _rooms[game_id]
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings name one
    await layer.group_send(group(game_id), dict(told))
