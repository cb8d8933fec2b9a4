"""Rate limits that several processes count together in Redis, and what happens without it."""

import socket
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from channels.db import database_sync_to_async
from django.db import connection

from games.bus.db_queue import in_database
from games.computer import hints
from games.models import Game, Player
from games.play import errors, limiters, limits, services
from tests.playing import X_WINS, play
from tests.redis_server import RedisServer
from tests.server import manage


def connect_anew() -> None:
    if limiter := limiters._shared_limiter():
        limiter.storage.storage.close()
    limiters._shared_limiter.cache_clear()


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "unix:///nowhere.sock?db=1"])
def test_without_redis_the_process_counts_in_memory(settings, caplog, monkeypatch, fake_clock, url):
    monkeypatch.setattr(limiters, "_shared_failed_at", -limiters.RETRY_AFTER)
    settings.REDIS_URL = url
    connect_anew()
    try:
        count_games(10)
        with pytest.raises(errors.RateLimited):
            count_games(1)
    finally:
        connect_anew()
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "Redis does not answer, so limits count in memory"
    ]


FIRST_COUNTS = """
from concurrent.futures import ThreadPoolExecutor
from games.play import limits
import tictactoe_site.asgi

with ThreadPoolExecutor(16) as pool:
    list(pool.map(lambda person: limits.count(limits.GAMES, player_id=person), range(64)))
"""


def test_the_first_requests_of_a_process_may_count_at_once(tmp_path: Path):
    arguments = ("shell", "--no-imports", "-c", FIRST_COUNTS)
    status, output = manage(*arguments, data=tmp_path, REDIS_URL="redis://127.0.0.1:1")
    assert status == 0, output


@pytest.fixture
def redis(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    monkeypatch.setattr(limiters, "_shared_failed_at", -limiters.RETRY_AFTER)
    redis = RedisServer()
    settings.REDIS_URL = f"redis://127.0.0.1:{redis.port}/0"
    connect_anew()
    yield redis
    connect_anew()
    redis.kill()


def count_games(often: int) -> None:
    for _ in range(often):
        limits.count(limits.GAMES, player_id=1)


def test_processes_with_one_redis_count_together(redis: RedisServer):
    count_games(10)
    # Another process has a connection, and counts in memory, of its own.
    connect_anew()
    limiters._process_limiter.cache_clear()
    with pytest.raises(errors.RateLimited):
        count_games(1)
    limiters.reset()
    count_games(10)


def test_redis_counts_again_five_seconds_after_it_has_failed(redis, monkeypatch):
    redis.kill()
    count_games(10)
    redis.start()
    failed_at = limiters._shared_failed_at
    monkeypatch.setattr(time, "monotonic", lambda: failed_at + 4.9)
    with pytest.raises(errors.RateLimited):
        count_games(1)
    monkeypatch.setattr(time, "monotonic", lambda: failed_at + 5.1)
    count_games(10)
    with pytest.raises(errors.RateLimited):
        count_games(1)


@pytest.fixture
def silent(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    monkeypatch.setattr(limiters, "_shared_failed_at", -limiters.RETRY_AFTER)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        connect_anew()
        yield silent
        connect_anew()


@pytest.mark.django_db(transaction=True)
async def test_what_the_thread_of_the_database_counts_asks_no_redis(
    game: Game, computer_game: Game, alice: Player, silent: socket.socket
):
    await database_sync_to_async(play)(game, *X_WINS)
    await in_database(services.rematch, game.pk)(game.pk, alice.pk)
    await hints.find(computer_game.pk, alice.pk, ply=0)
    silent.setblocking(False)
    with pytest.raises(BlockingIOError):
        silent.accept()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_nobody_else_waits_for_a_redis_that_does_not_answer(invitation, bob, silent):
    def ask() -> None:
        try:
            services.join_game(invitation.pk, bob, address="192.0.2.7")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(ask)
        asked, _ = silent.accept()
        other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
        with asked, closing(other):
            other.execute("BEGIN IMMEDIATE")
        asking.result()


def test_a_redis_that_hangs_or_refuses_to_write_is_not_waited_for_long(redis, monkeypatch):
    count_games(1)
    began = time.monotonic()
    redis.suspend()
    count_games(2)
    redis.resume()
    monkeypatch.setattr(limiters, "_shared_failed_at", -limiters.RETRY_AFTER)
    other = RedisServer()
    redis.become_replica_of(other)
    count_games(2)
    assert limiters._shared_failed_at > began
    assert time.monotonic() - began < 5
    other.kill()
