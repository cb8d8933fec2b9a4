import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress

import pytest

from tests.game_pages import Room, open_rooms
from tests.playing import DRAW
from tests.processes import wait_until
from tests.redis_server import RedisServer
from tests.server import Server
from tests.server_games import Seats, create_games

AWAY, BACK = "Redis is away", "Redis is back"
PATIENCE = 15  # seconds for one event to come on a busy machine
Failure = Callable[[RedisServer], AbstractContextManager[None]]


pytestmark = pytest.mark.xdist_group("Redis failures")  # one worker starts what they share


class Site:
    def __init__(self, first: Server, second: Server, redis: RedisServer) -> None:
        self.first, self.second, self.redis = first, second, redis
        self._games: list[Seats] = create_games(first.data, 6, **first.environment)

    def new_games(self) -> tuple[Seats, Seats]:
        return self._games.pop(), self._games.pop()

    @contextmanager
    def outage(self, failure: Failure) -> Iterator[None]:
        servers = (self.first, self.second)
        before = [(server, server.output.count(AWAY)) for server in servers]
        with failure(self.redis):
            yield
            for server, times in before:
                wait_until(lambda: server.output.count(AWAY) > times)  # noqa: B023 - in this turn
        for server in servers:
            wait_until(lambda: server.output.rfind(BACK) > server.output.rfind(AWAY))  # noqa: B023

    def expect_no_errors(self) -> None:
        for server in (self.first, self.second):
            assert "Traceback" not in server.output
            said = re.findall(f"{AWAY}|{BACK}", server.output)
            assert said == [AWAY, BACK] * (len(said) // 2)


@pytest.fixture(scope="module")
def site(two_servers: tuple[Server, Server], redis_server: RedisServer) -> Site:
    return Site(*two_servers, redis_server)


@contextmanager
def killed(redis: RedisServer) -> Iterator[None]:
    redis.kill()
    yield
    redis.start()


@contextmanager
def failed_over(redis: RedisServer) -> Iterator[None]:
    primary = RedisServer()
    redis.become_replica_of(primary)
    yield
    redis.become_primary()
    primary.kill()


async def play_heard(room: Room, cells: Sequence[int]) -> None:
    for cell in cells:
        await room.move(cell)
        ply = len(room.confirmed)
        await room.pages[ply % 2].receive(type="state", ply=ply)


async def play_on(room: Room, cells: Sequence[int]) -> None:
    for cell in cells:
        await room.move(cell)
        ply = len(room.confirmed)
        await room.pages[ply % 2].wait_for(ply)


async def play_until_heard(room: Room, cells: Sequence[int]) -> bool:
    is_heard = False
    for cell in cells:
        await room.move(cell)
        ply = len(room.confirmed)
        if not is_heard:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await room.pages[ply % 2].receive(type="state", ply=ply)
                    is_heard = True
    return is_heard


async def test_play_goes_on_during_a_failover(site: Site):
    both, _ = site.new_games()
    async with open_rooms([both], site.first, site.second) as [apart]:
        await play_on(apart, DRAW[:1])
        # A replica passes events on, and only refuses to count limits.
        with failed_over(site.redis):
            assert await play_until_heard(apart, DRAW[1:6])
        await play_on(apart, DRAW[6:])
        assert apart.refusals == []
    assert "Traceback" not in site.first.output + site.second.output


async def test_play_goes_on_and_processes_meet_again(site: Site):
    both, here = site.new_games()
    async with (
        open_rooms([both], site.first, site.second) as [apart],
        open_rooms([here], site.first) as [together],
    ):
        await play_on(apart, DRAW[:1])
        with site.outage(killed):
            await play_heard(together, DRAW[:4])
            await play_on(apart, DRAW[1:4])
        assert await play_until_heard(apart, DRAW[4:])
        assert apart.refusals == together.refusals == []
    site.expect_no_errors()
