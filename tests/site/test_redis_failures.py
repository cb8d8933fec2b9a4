"""Redis fails under play: two processes of ours on one database, and players of a game at both."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.game_pages import Room, open_rooms
from tests.playing import DRAW
from tests.processes import wait_until
from tests.redis_server import RedisServer
from tests.server import Server, manage
from tests.server_games import Seats, create_games
from tests.site.computer_games import play_computer_games

AWAY, BACK = "Redis is away", "Redis is back"


pytestmark = pytest.mark.xdist_group("Redis failures")  # one worker starts what they share


class Site:
    """Two server processes with one database and one Redis."""

    def __init__(self, first: Server, second: Server, redis: RedisServer) -> None:
        self.first, self.second, self.redis = first, second, redis
        self._games: list[Seats] = create_games(first.data, 6, **first.environment)

    def new_games(self) -> tuple[Seats, Seats]:
        """Return a game for players at both servers, and one for players at the first."""
        return self._games.pop(), self._games.pop()

    def wait_until_logged(self, words: str, times: int) -> None:
        for server in (self.first, self.second):
            wait_until(lambda server=server: server.output.count(words) >= times)


@pytest.fixture(scope="module")
def site(two_servers: tuple[Server, Server], redis_server: RedisServer) -> Site:
    return Site(*two_servers, redis_server)


@contextmanager
def killed(redis: RedisServer) -> Iterator[None]:
    """It is lost with all it held, and started again empty."""
    redis.kill()
    yield
    redis.start()


@contextmanager
def hung(redis: RedisServer) -> Iterator[None]:
    """It answers nothing, on the connections that it has and on new ones."""
    redis.suspend()
    yield
    redis.resume()


@contextmanager
def failed_over(redis: RedisServer) -> Iterator[None]:
    """Its address leads to a replica, which refuses to write until it is promoted."""
    primary = RedisServer()
    redis.become_replica_of(primary)
    yield
    redis.become_primary()
    primary.kill()


async def play_heard(room: Room, cells: Sequence[int]) -> None:
    """Play cells; whoever moves next is told of each without asking for it."""
    for cell in cells:
        await room.move(cell)
        ply = len(room.confirmed)
        await room.pages[ply % 2].receive(type="state", ply=ply)


async def test_play_goes_on_during_a_failover(site: Site):
    both, _ = site.new_games()
    async with open_rooms([both], site.first, site.second) as [apart]:
        await apart.move(DRAW[0])
        # A replica passes events on, and only refuses to count limits.
        with failed_over(site.redis):
            await play_heard(apart, DRAW[1:5])
        await play_heard(apart, DRAW[5:])
        assert apart.refusals == []
    assert "Traceback" not in site.first.output + site.second.output


@pytest.mark.parametrize("failure", [killed, hung])
async def test_play_goes_on_and_processes_meet_again(site: Site, failure: Any):
    both, here = site.new_games()
    before = site.first.output.count(BACK)
    async with (
        open_rooms([both], site.first, site.second) as [apart],
        open_rooms([here], site.first) as [together],
    ):
        await play_heard(apart, DRAW[:1])
        with failure(site.redis):
            await play_heard(together, DRAW[:4])
            for cell in DRAW[1:5]:
                await apart.move(cell)
                ply = len(apart.confirmed)
                await apart.pages[ply % 2].wait_for(ply)
            site.wait_until_logged(AWAY, before + 1)
        site.wait_until_logged(BACK, before + 1)
        await play_heard(apart, DRAW[5:])
        assert apart.refusals == together.refusals == []
    assert site.first.output.count(AWAY) == site.second.output.count(AWAY) == before + 1
    assert "Traceback" not in site.first.output + site.second.output


async def test_the_computer_moves_on_for_pages_at_both_processes(site: Site):
    before = site.first.output.count(BACK)
    async with play_computer_games(site.first, site.second) as games:
        await games.wait_until(lambda: games.plies >= 20)
        with killed(site.redis):
            await asyncio.to_thread(site.wait_until_logged, AWAY, before + 1)
            plies = games.plies
            await games.wait_until(lambda: games.plies >= plies + 20)
        await asyncio.to_thread(site.wait_until_logged, BACK, before + 1)
        await games.finish()
    for at_first, at_second in pairwise(games.pages):
        if at_first.game_id == at_second.game_id:
            assert at_first.records[-1] == at_second.records[-1]
    assert games.refusals == 0
    assert "Traceback" not in site.first.output + site.second.output


def test_a_start_says_at_once_that_there_is_no_redis(tmp_path: Path):
    status, output = manage("prepare", data=tmp_path, REDIS_URL="redis://:secret@127.0.0.1:1")
    assert status == 0
    assert "Redis at redis://:…@127.0.0.1:1 cannot be used" in output
    assert "Traceback" not in output


def test_options_that_redis_does_not_have_are_said_in_a_sentence(tmp_path: Path):
    status, output = manage("prepare", data=tmp_path, REDIS_URL="redis://127.0.0.1:1?db=first")
    assert status == 1
    assert output.startswith("CommandError: Cannot use the options in REDIS_URL: ")
