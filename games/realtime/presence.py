"""Who is looking at which game: for show, so in memory, and nothing else depends on it.

Each server process knows its own pages and tells the room a summary of them when it changes;
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
from games.realtime.broadcast import room as group

PROCESS = uuid4().hex
SETTLE = 0.2  # seconds in which changes are told together
RECONNECTING_FOR = 10.0  # seconds after which somebody whose line is lost is away
REPEAT = 30.0  # seconds between summaries of an unchanged room
FORGET = 3 * REPEAT  # seconds after which a silent process is taken for dead
# Seconds that a page may keep quiet, when it is seen and when it is hidden: browsers let hidden
# ones speak once a minute.
QUIET, QUIET_HIDDEN = 8.0, 90.0


class Presence(StrEnum):
    HERE = "here"
    AWAY = "away"
    RECONNECTING = "reconnecting"


ORDER = list(Presence)


class Summary(TypedDict):
    """The people at one process's pages, and how many have no name yet."""

    people: dict[str, str]  # id of the player -> presence
    strangers: int


class Told(TypedDict):
    type: str
    process: str
    summary: Summary
    asks: bool


@dataclass
class Room:
    pages: dict[str, tuple[int | None, bool]] = field(default_factory=dict)
    lost: dict[int, float] = field(default_factory=dict)
    others: dict[str, tuple[float, Summary]] = field(default_factory=dict)
    told_at: float = 0.0
    is_telling: bool = False


_rooms: dict[str, Room] = {}
_departures: dict[tuple[str, str], asyncio.TimerHandle] = {}


def note(game_id: str, page: str, player_id: int | None, *, visible: bool) -> None:
    """Note a sign of life of a page that looks at a game, and whether it can be seen.

    ``page`` names its socket, or the page itself where it has none. A page that falls silent has
    left. Needs a running event loop.
    """
    is_new = game_id not in _rooms
    room = _rooms.setdefault(game_id, Room())
    is_news = room.pages.get(page) != (player_id, visible)
    room.pages[page] = (player_id, visible)
    if player_id is not None:
        room.lost.pop(player_id, None)
    if is_news or time.monotonic() - room.told_at > REPEAT:
        _tell_soon(game_id, asks=is_new)
    _leave_after(QUIET if visible else QUIET_HIDDEN, game_id, page)


def leave(game_id: str, page: str) -> None:
    """Note that a page is gone."""
    _forget_departure(game_id, page)
    room = _rooms.get(game_id)
    if room is None or page not in room.pages:
        return
    player_id, was_visible = room.pages.pop(page)
    # Who was not to be seen is away, as before.
    if (
        was_visible
        and player_id is not None
        and player_id not in {id for id, _ in room.pages.values()}
    ):
        room.lost[player_id] = time.monotonic()
        loop = asyncio.get_running_loop()
        loop.call_later(RECONNECTING_FOR + SETTLE, _tell_soon, game_id)
    _tell_soon(game_id)


def _leave_after(wait: float, game_id: str, page: str) -> None:
    _forget_departure(game_id, page)
    loop = asyncio.get_running_loop()
    _departures[game_id, page] = loop.call_later(wait, leave, game_id, page)


def _forget_departure(game_id: str, page: str) -> None:
    if departure := _departures.pop((game_id, page), None):
        departure.cancel()


def learn(game_id: str, told: Told) -> None:
    """Take in what another process tells of its pages, and answer if it asks."""
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
    for id, visible in room.pages.values():
        if id is not None and people.get(str(id)) != Presence.HERE:
            people[str(id)] = (Presence.HERE if visible else Presence.AWAY).value
    return {"people": people, "strangers": sum(id is None for id, _ in room.pages.values())}


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
    if not room.pages and not told["summary"]["people"]:
        del _rooms[game_id]
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings name one
    await layer.group_send(group(game_id), dict(told))
