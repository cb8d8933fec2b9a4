"""Looking for somebody: how soon two have the board, and what it costs that many wait."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests.game_pages import Page
from tests.http_requests import ask
from tests.server import game_id
from tests.server_games import COOKIE, run
from tests.tools.bench.installation import Installation, parts, percentiles

PAIRS = 100
SEEKERS = 1000
MEASURED_FOR = 30  # seconds
PING = 5  # seconds between two pings of a page in view
TOKEN = "t" * 32  # against cross-site requests: the cookie and the header agree

PEOPLE = (
    COOKIE
    + """
import json
from games.models import Player
print(json.dumps([cookie(Player.objects.create(name=f"Person {n}")) for n in range(COUNT)]))
"""
)
# No two look for the same: more people than there are boards and clocks on offer would be paired.
WAITING = (
    COOKIE
    + """
import json
from games.models import Player
from games.people.matching.services import Seek, find_opponent
from games.engine.presets import BOARDS

seeks = [Seek(str(board.variant), f"{s}s") for board in BOARDS.values() for s in range(1, 181)]
players = [Player.objects.create(name=f"Person {number}") for number in range(COUNT)]
games = [find_opponent(player, seek).pk for player, seek in zip(players, seeks)]
print(json.dumps([[game, cookie(player)] for game, player in zip(games, players)]))
"""
)


def seeks(installation: Installation) -> None:
    """Measure pairs, then what those cost who wait."""
    cookies = run(
        PEOPLE.replace("COUNT", str(2 * PAIRS)), installation.data, **installation.environment
    )
    times = asyncio.run(_pair_all(installation, cookies))
    print(f"{PAIRS} pairs, one after the other: both are on the board after {percentiles(times)};")
    print(f"    after {max(times):.2f} s at most")
    asyncio.run(_wait(installation))


async def _pair_all(installation: Installation, cookies: list[str]) -> list[float]:
    return [
        await _pair(installation, *pair) for pair in zip(cookies[::2], cookies[1::2], strict=True)
    ]


async def _pair(installation: Installation, first: str, second: str) -> float:
    """Return the seconds from a press to when both have the board of their game.

    The second loads the page of the game, with what a browser has not kept of it, and connects.
    """
    server, last = installation.servers[0], installation.servers[-1]
    waiting = await asyncio.to_thread(_look, server.port, first)
    host = Page(waiting, first, server)
    await host.open()
    began = time.perf_counter()
    found = await asyncio.to_thread(_look, last.port, second)
    assert found == waiting
    guest = Page(found, second, last)
    state, _ = await asyncio.gather(guest.open(), host.receive(type="state", status="playing"))
    assert state["status"] == "playing"
    host.close()
    guest.close()
    return time.perf_counter() - began


def _look(port: int, cookie: str) -> str:
    """Post the form, and load the page of the game that it leads to; return the game's id."""
    headers = {"Cookie": f"{cookie}; csrftoken={TOKEN}", "X_CSRFToken": TOKEN}
    form = urlencode({"board": "classic"})
    with closing(HTTPConnection("127.0.0.1", port)) as connection:
        content = {"Content_Type": "application/x-www-form-urlencoded"}
        answer = ask(connection, "/anyone/", form, **headers, **content)
        assert answer.status == 302, answer.text
        address = answer.headers["Location"]
        assert ask(connection, address, **headers).status == 200
    return game_id(address)


async def _wait(installation: Installation) -> None:
    """Print what so many cost who wait at their pages, all in view."""
    code = WAITING.replace("COUNT", str(SEEKERS))
    with installation.meter() as idle:
        await asyncio.sleep(MEASURED_FOR / 3)
    waiting = await asyncio.to_thread(run, code, installation.data, **installation.environment)
    pages = [Page(id, cookie, installation.servers[0]) for id, cookie in waiting]
    for page in pages:
        await page.open()
    pings = [asyncio.create_task(_ping(page)) for page in pages]
    await asyncio.sleep(2 * PING)
    with installation.meter() as used:
        await asyncio.sleep(MEASURED_FOR)
    for page, task in zip(pages, pings, strict=True):
        task.cancel()
        page.close()
    still = sum(page.state["status"] == "waiting" for page in pages)
    print(f"{SEEKERS:,} seekers wait, {still:,} of them to the end;")
    print(f"    CPU a second: {parts(used.each(used.seconds))}")
    print(f"    CPU a second without them: {parts(idle.each(idle.seconds))}")


async def _ping(page: Page) -> None:
    await asyncio.sleep(random.uniform(0, PING))
    while True:
        await page.request("ping", id="p", visible=True)
        await asyncio.sleep(PING)
