"""A class in an arena: everybody plays by a page and a socket, and looks at results as people do.

First all wait for the beginning, then they play; a wall hangs beside. A pair is due when the second
of the two comes free, except two who have just met, who wait for others.
"""

import asyncio
import json
import time

import psycopg

from tests.pupils import JSON, Browser, Class, Times, places
from tests.tools.bench import moves
from tests.tools.bench.installation import Installation, Used, parts, percentiles, seconds

LOOKS_EVERY, THINKS, STAYS = 1.0, 2.0, 4.0  # seconds
WAITS = 10  # seconds until it begins
ROUNDS = 2  # of ordinary games at the same pace, to compare
# How long after the second of two people came free they had a game, but where they had just met.
PAIRED = """
    WITH seats AS (
        SELECT game.id, created_at, finished_at, player FROM games_tournamentgame
        JOIN games_game AS game ON game.id = game_id,
        LATERAL (VALUES (x_id), (o_id)) AS seat(player) WHERE tournament_id = %s
    ), free AS (
        SELECT id, created_at, lag(id) OVER own AS last, lag(finished_at) OVER own AS since
        FROM seats WINDOW own AS (PARTITION BY player ORDER BY created_at)
    )
    SELECT extract(epoch FROM min(created_at) - max(since)) FROM free
    GROUP BY id HAVING count(since) = 2 AND count(DISTINCT last) = 2
"""
GAMES = "SELECT count(*) FROM games_tournamentgame WHERE tournament_id = %s"


def tournament(installation: Installation, people: int, lasts: int) -> None:
    games = installation.create_games(people // 2 * ROUNDS)
    ordinary = moves.play(installation, games, slots=people // 2, pause=THINKS)
    print(f"{people // 2} ordinary games at this pace: moves {percentiles(ordinary.times)};")
    print(f"    CPU for each game: {parts(ordinary.used.each(len(games)))}", flush=True)
    asyncio.run(_tournament(installation, people, lasts))


async def _tournament(installation: Installation, people: int, lasts: int) -> None:
    it, times = Class(*places(*installation.servers)), Times()
    await it.open(minutes=60)
    options = {"thinks": THINKS, "stays": STAYS, "opens_pages": True, "times": times}
    it.add(people, looks_every=LOOKS_EVERY, **options)
    began = time.perf_counter()
    await it.come_in()
    print(f"{people} come in at once: {seconds(time.perf_counter() - began)}", flush=True)
    it.play()
    wall = asyncio.create_task(_hang(Browser(*it.places), it.code))
    with installation.meter() as used:
        await asyncio.sleep(WAITS)
    print(f"they and a wall wait: {_a_second(used)}", flush=True)
    await it.act("start")
    with installation.meter() as used:
        await asyncio.sleep(lasts)
    wall.cancel()
    await it.leave()
    _report(installation, it, times, used)


async def _hang(browser: Browser, code: str) -> None:
    shown, path = "", f"/t/{code}/wall/"
    while True:
        answer = await browser.get(f"{path}state/", JSON)
        if answer.status == 200 and (key := json.loads(answer.text)["key"]) != shown:
            shown = key
            await browser.get(path)
        await asyncio.sleep(LOOKS_EVERY)


def _report(installation: Installation, it: Class, times: Times, used: Used) -> None:
    with psycopg.connect(installation.environment["DATABASE_URL"]) as database:
        [[count]] = database.execute(GAMES, [it.code]).fetchall()
        waits = [float(wait) for [wait] in database.execute(PAIRED, [it.code])]
    refused = sum(status >= 400 for pupil in it.pupils for status in pupil.statuses)
    rests = sum(pupil.rests for pupil in it.pupils)
    print(f"{count} games of {len(it.pupils)} people in {seconds(used.seconds)}:")
    print(f"    moves {percentiles(times.moves)};")
    print(f"    paired after {percentiles(waits)}, {seconds(max(waits))} at most;")
    print(f"    CPU for each game: {parts(used.each(count))}; {_a_second(used)}")
    print(f"    requests refused: {refused}; people who did not come in time: {rests}", flush=True)


def _a_second(used: Used) -> str:
    return f"CPU in a second: {parts(used.each(used.seconds))}"
