"""The server that all tests share; and two, PostgreSQL and Redis, that those of a module share."""

from collections.abc import Iterator

import pytest

from tests.postgres_server import PostgresServer, new_database
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


@pytest.fixture(scope="module")
def two_servers(
    tmp_path_factory: pytest.TempPathFactory, redis_url: str
) -> Iterator[tuple[Server, Server]]:
    with new_database(is_empty=False) as database:
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": redis_url,
            "SECRET_KEY": "one for both, as they share their sessions, and long enough for Django",
        }
        with (
            Server(tmp_path_factory.mktemp("first"), **environment) as first,
            Server(tmp_path_factory.mktemp("second"), **environment) as second,
        ):
            yield first, second


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(shared_server: Server) -> Server:
    return running(shared_server)


def running(server: Server) -> Server:
    return server if server.is_running else server.start()
