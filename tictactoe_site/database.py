"""Reads from the environment which database to use, and how Django is to use it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dj_database_url
from django.conf import settings
from environs import EnvValidationError, validate

from tictactoe_site.environment import env

SQLITE, POSTGRESQL = "django.db.backends.sqlite3", "django.db.backends.postgresql"
HELP = "It must begin with sqlite:/// or postgres:// and name a database"
SYNCHRONOUS = ("NORMAL", "FULL")

# How long anybody waits for a database that is away, or for what another one has locked. A page
# sends what was not saved again, and gives it up after 10 seconds.
SQLITE_TIMEOUT = 5  # seconds
POOL = {
    "min_size": 1,
    "max_size": 20,
    "timeout": 2,  # seconds to wait for a connection
    # Longer than this the pool tries by itself at growing intervals. After it, whoever next needs a
    # connection makes it try at once.
    "reconnect_timeout": 1,
}
# Of libpq: a server whose machine has lost its power or its network does not say so.
NETWORK_LIMITS = {
    "connect_timeout": 3,  # seconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
# Of a session on the server. A process of ours whose machine has lost its power in the middle of a
# transaction would keep the locks of that for hours.
SESSION_LIMITS = {
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
}


class InvalidAddress(Exception):
    """It is not the address of an SQLite or PostgreSQL database; the message says what is."""


def read_database(name: str, default: Path) -> dict[str, Any]:
    """Read the address of a database as Django's settings have it; an SQLite file by default.

    :raises EnvValidationError: if it is not the address of an SQLite or PostgreSQL database.
    """
    try:
        return database_at(env.str(name, default="") or f"sqlite:///{default}")
    except InvalidAddress as error:
        what = f'Environment variable "{name}" invalid: '
        raise EnvValidationError(what, [f"{error}."]) from None


def database_at(url: str) -> dict[str, Any]:
    """Return the database at an address as Django's settings have it.

    :raises InvalidAddress: if there can be none.
    """
    try:
        database: dict[str, Any] = {**dj_database_url.parse(url)}
    except (dj_database_url.UnknownSchemeError, dj_database_url.ParseError):
        database = {}
    complete = COMPLETE.get(database.get("ENGINE"))
    if complete is None or not database["NAME"]:
        raise InvalidAddress(f"{HELP}, not '{without_password(url)}'")
    return complete(database)


def sqlite_file() -> Path | None:
    """Return the path of the site's SQLite database, None if the database is a server."""
    database = settings.DATABASES["default"]
    return Path(str(database["NAME"])) if database["ENGINE"] == SQLITE else None


def _sqlite(database: dict[str, Any]) -> dict[str, Any]:
    error = "It must be one of {choices}, not {input!r}."
    is_known = validate.OneOf(("", *SYNCHRONOUS), error=error)
    synchronous = env.str("SQLITE_SYNCHRONOUS", default="", validate=is_known) or SYNCHRONOUS[0]
    options = {
        "timeout": SQLITE_TIMEOUT,
        # A transaction that reads first and writes later fails at once, without waiting for the
        # timeout, if another one has written meanwhile. IMMEDIATE takes the write lock at the
        # beginning, and waits for it.
        "transaction_mode": "IMMEDIATE",
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};",
    }
    return {**database, "OPTIONS": {**database.get("OPTIONS", {}), **options}}


def _postgresql(database: dict[str, Any]) -> dict[str, Any]:
    of_url = database.get("OPTIONS", {})
    limits = [f"-c {name}={value}" for name, value in SESSION_LIMITS.items()]
    options = {
        **NETWORK_LIMITS,
        **of_url,
        "options": " ".join([*limits, of_url.get("options", "")]).strip(),
        "pool": POOL,
    }
    # A connection that PostgreSQL has closed, as when it was started again, is not handed out.
    return {**database, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}


def without_password(url: str) -> str:
    """Return an address as it may be shown, also one that is written wrongly."""
    return re.sub(r"(?<=password=)[^&]*", "…", re.sub(r"(://[^:/@]*):.*@", r"\1:…@", url))


COMPLETE: dict[Any, Callable[[dict[str, Any]], dict[str, Any]]] = {
    SQLITE: _sqlite,
    POSTGRESQL: _postgresql,
}
