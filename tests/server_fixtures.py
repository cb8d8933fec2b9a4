"""The site's server that tests share, and PostgreSQL and Redis that those of a module share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres_server import PostgresServer
from tests.redis_server import RedisServer
from tests.server import Server


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture(scope="module")
def redis_server() -> Iterator[RedisServer]:
    server = RedisServer()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def redis_url(redis_server: RedisServer) -> str:
    return redis_server.url


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(shared_server: Server) -> Server:
    """One server for all tests of a process. To start one takes longer than most of them.

    A test may stop it, and may change its own games in the database.
    """
    return running(shared_server)


def running(server: Server) -> Server:
    """Return a server after starting it again if a test has stopped it."""
    return server if server.is_running else server.start()
