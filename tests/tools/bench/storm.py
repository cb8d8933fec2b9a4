"""A join storm: the server is stopped or killed and started again, and all pages come back.

They do so as ``static/js/pages/game/connection.js`` has it: after a restart they wait and spread
over two seconds, after a crash they come at once. They try again after ever longer pauses, and for
20 seconds each waits for its turn. Polling, which those begin that were not served then, is left
out.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import count

from websockets.exceptions import WebSocketException

from tests.game_pages import Page, Room, open_rooms
from tests.server import Server
from tests.tools.bench.installation import Installation, percentiles

PAGES = 2000
RETRY_DELAYS = (0.5, 1, 2, 4, 8)  # seconds
RESTARTING = 4012  # the close code of a server that stops
OPENS_WITHIN = 6  # seconds in which the first message must come
CROWDED_FOR = 20  # seconds after a restart in which a page waits for its turn
CELL = 4  # which is marked before the restart


def join_storm(installation: Installation) -> None:
    """Measure until when all pages have the right state again after a restart of the server."""
    asyncio.run(_measure("join storm", installation, Server.stop))


def crash_storm(installation: Installation) -> None:
    """Measure the same after the server was killed, which tells nobody."""
    asyncio.run(_measure("crash storm", installation, Server.kill))


async def _measure(name: str, installation: Installation, end: Callable[[Server], object]) -> None:
    games, events = installation.create_games(PAGES // 2), Counter[str]()
    async with open_rooms(games, *installation.servers) as rooms:
        await asyncio.gather(*map(_move, rooms))
        pages = [
            asyncio.create_task(_come_back(page, events)) for room in rooms for page in room.pages
        ]
        stopped_at = time.perf_counter()
        await asyncio.to_thread(installation.restart, end)
        started_at = time.perf_counter()
        back_at = await asyncio.gather(*pages)
    print(f"{name}: {PAGES:,} pages, server away for {started_at - stopped_at:.1f} s;")
    print(f"    all are right again {max(back_at) - started_at:.1f} s after it is back")
    print(f"    each was away for {percentiles([each - stopped_at for each in back_at])}")
    print(f"    on the way: {', '.join(f'{n} {what}' for what, n in events.items())}")


async def _move(room: Room) -> None:
    await room.pages[0].send(type="move", id="m", ply=0, cell=CELL)
    await asyncio.gather(*(page.receive(type="state", ply=1) for page in room.pages))


async def _come_back(page: Page, events: Counter[str]) -> float:
    """Do what a page does that loses its socket, and return when it has the right state again."""
    await page.connection.wait_closed()
    code = page.connection.close_code
    events[f"closed with {code}"] += 1
    crowded_until = time.perf_counter() + CROWDED_FOR
    for failures in count():
        await asyncio.sleep(_pause(failures, code))
        patience = max(OPENS_WITHIN, crowded_until - time.perf_counter())
        try:
            async with asyncio.timeout(patience):
                state = await page.open()
        except (OSError, WebSocketException) as error:
            events[type(error).__name__] += 1
        else:
            assert state["cells"][CELL] == "X", "A move that was confirmed is lost."
            return time.perf_counter()


def _pause(failures: int, code: int | None) -> float:
    if failures == 0 and code == RESTARTING:
        return random.uniform(0.5, 2.5)
    return RETRY_DELAYS[min(failures, len(RETRY_DELAYS) - 1)] * random.uniform(0.75, 1.25)
