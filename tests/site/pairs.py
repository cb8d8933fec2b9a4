"""Two server processes with one database and one Redis, each on a port of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.postgres_server import new_database
from tests.server import Server


@contextmanager
def two_servers(folders: pytest.TempPathFactory, redis_url: str) -> Iterator[tuple[Server, Server]]:
    """Start them, on PostgreSQL."""
    with new_database(is_empty=False) as database:
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": redis_url,
            "SECRET_KEY": "one for both, as they share their sessions, and long enough for Django",
        }
        with (
            Server(folders.mktemp("first"), **environment) as first,
            Server(folders.mktemp("second"), **environment) as second,
        ):
            yield first, second
