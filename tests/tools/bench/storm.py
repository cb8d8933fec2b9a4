"""A join storm: the server is stopped or killed and started again, and all pages come back.

They do so as ``static/js/game/connection.js`` has it: after a restart they wait and spread over two
seconds, after a crash they come at once. They try again after ever longer pauses. For 20 seconds
each waits for its turn; then those with three sockets that failed also poll. A page is back when it
has the state by either way.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import Any

from tests.server import Server
from tests.server_games import Seats, create_games
from tests.tools.bench import figures
from tests.tools.bench.clients import Clients, Steps
from tests.tools.bench.installation import Installation
from tests.tools.bench.light_socket import Closed, LightSocket, get_json, open_socket
from tests.tools.bench.rooms import Address, open_rooms

PAGES = 2000
RETRY_DELAYS = (0.5, 1, 2, 4, 8)  # seconds
ATTEMPTS = 3  # failed sockets after which a page also polls
RESTARTING = 4012  # the close code of a server that stops
OPENS_WITHIN = 6  # seconds in which the first message must come
CROWDED_FOR = 20  # seconds after a restart in which a page waits for its turn
POLLED_WITHIN = 9  # seconds in which a poll must be answered
CELL = 4  # which is marked before the restart


@dataclass
class Share:
    """What the pages of one client saw."""

    back_at: list[float] = field(default_factory=list)  # when each had the right version again
    errors: Counter[str] = field(default_factory=Counter)


def join_storm(installation: Installation) -> None:
    """Measure until when all pages have the right version again after a restart of the server."""
    _measure("join storm", installation, Server.stop)


def crash_storm(installation: Installation) -> None:
    """Measure the same after the server was killed, which tells nobody."""
    _measure("crash storm", installation, Server.kill)


def _measure(name: str, installation: Installation, end: Callable[[Server], object]) -> None:
    games = create_games(installation.data, PAGES // 2, **installation.environment)
    work = [(installation.addresses, seats) for seats in games]
    with Clients(installation.plan.clients, _stay, work) as clients:
        clients.reach()
        stopped_at = time.perf_counter()
        for server in installation.servers:
            end(server)
            server.start()
        started_at = time.perf_counter()
        shares = clients.results()
    _report(name, shares, stopped_at, started_at)


def _report(name: str, shares: list[Share], stopped_at: float, started_at: float) -> None:
    back_at = [each for share in shares for each in share.back_at]
    errors = sum((share.errors for share in shares), Counter[str]())
    away = [each - stopped_at for each in back_at]
    print(f"{name}: {len(back_at):,} pages, server away for {started_at - stopped_at:.1f} s;")
    print(f"    all are right again {max(back_at) - started_at:.1f} s after it is back")
    print(f"    each was away for {figures.percentiles(away)}")
    print(
        f"    on the way: {', '.join(f'{n} {what}' for what, n in errors.items()) or 'no errors'}"
    )


async def _stay(work: Sequence[tuple[list[Address], Seats]], steps: Steps) -> Share:
    """Open two pages at each game, make a move in it, and keep the pages until they are back."""
    addresses, games = work[0][0], [seats for _, seats in work]
    rooms, share = await open_rooms(addresses, games), Share()
    for room in rooms:
        room[0].send(type="move", id="m", ply=0, cell=CELL)
        await asyncio.gather(*(socket.receive_ply(1) for socket in room))
    await steps.reach()
    pages = [
        Page(addresses[seat % len(addresses)], seats, seat, socket, share)
        for seats, room in zip(games, rooms, strict=True)
        for seat, socket in enumerate(room)
    ]
    await asyncio.gather(*(page.come_back() for page in pages))
    return share


class Page:
    """A page that comes back when it has lost its socket."""

    def __init__(
        self, address: Address, seats: Seats, seat: int, socket: LightSocket, share: Share
    ) -> None:
        self._address = address
        self._cookie = seats.cookies[seat]
        self._game = f"/g/{seats.game_id}/"
        self._socket = socket
        self._share = share
        self._failed_sockets = 0.0
        self._crowded_until = 0.0

    async def come_back(self) -> None:
        await self._lose()
        back_at: list[float] = []
        for failures in count():
            await asyncio.sleep(self._pause(failures) * random.uniform(0.75, 1.25))
            if back_at := await self._try():
                break
        self._share.back_at.append(min(back_at))

    async def _lose(self) -> None:
        with suppress(Closed):
            while True:
                await self._socket.receive()
        self._share.errors[f"closed with {self._socket.code}"] += 1
        self._crowded_until = time.perf_counter() + CROWDED_FOR

    def _pause(self, failures: int) -> float:
        if failures == 0 and self._socket.code == RESTARTING:
            return 0.5 + random.uniform(0, 2)
        return RETRY_DELAYS[min(failures, len(RETRY_DELAYS) - 1)]

    async def _try(self) -> list[float]:
        """Return when the page was right again: never, once, or twice."""
        must_poll = self._failed_sockets >= ATTEMPTS and time.perf_counter() >= self._crowded_until
        ways = [self._open, self._poll] if must_poll else [self._open]
        times = await asyncio.gather(*(way() for way in ways))
        return [time for time in times if time]

    async def _open(self) -> float | None:
        try:
            patience = self._crowded_until - time.perf_counter()
            async with asyncio.timeout(max(OPENS_WITHIN, patience)):
                self._socket = await open_socket(*self._address, f"/ws{self._game}", self._cookie)
                return self._check(await self._socket.receive_type("state"))
        except (Closed, OSError) as error:
            # A network that swallows a socket without an answer will do so again.
            self._failed_sockets += inf if isinstance(error, TimeoutError) else 1
            self._socket.close()
            self._share.errors[f"sockets: {type(error).__name__}"] += 1
            return None

    async def _poll(self) -> float | None:
        path = f"{self._game}messages/?page=bench&visible=true"
        try:
            async with asyncio.timeout(POLLED_WITHIN):
                state, *_ = await get_json(*self._address, path, self._cookie)
                return self._check(state)
        except (OSError, EOFError, ValueError) as error:
            self._share.errors[f"polls: {type(error).__name__}"] += 1
            return None

    def _check(self, state: dict[str, Any]) -> float:
        assert state["cells"][CELL] == "X", "A move that was confirmed is lost."
        return time.perf_counter()
