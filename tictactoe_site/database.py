from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from environs import validate

from tictactoe_site.environment import env, require_driver

SQLITE, POSTGRESQL = "django.db.backends.sqlite3", "django.db.backends.postgresql"
NOWHERE = ("", ":memory:")  # an SQLite database in memory would be another one in each thread
HELP = (
    "DATABASE_URL must begin with sqlite:/// or postgres:// and name a database, with %2F, %3F, "
    "%23 and %25 for the signs /, ?, # and % of a password or in the path of a file."
)
# How long to wait for a database that is away, or for a lock. A page sends a message again that was
# not saved, and gives up after 10 seconds.
SQLITE_TIMEOUT = 5  # seconds
ANSWERS_WITHIN = 5.0  # seconds, each statement on PostgreSQL; all that is asked takes far less
POOL = {
    "min_size": 1,
    "max_size": 20,
    "timeout": 2,  # seconds to wait for a connection
    # For so long the pool retries by itself, at growing intervals. After that, the next caller that
    # needs a connection makes it try at once.
    "reconnect_timeout": 1,
}
# Timeouts of libpq, for a server whose machine has lost its power or its network.
NETWORK_LIMITS = {
    "connect_timeout": 3,  # seconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
# A repeated statement is planned once for each connection, which saves 25 % of the time of a move
# in the server and 35 % in PostgreSQL (``tests.tools.bench fifty_games --database postgres``).
# Django prepares none by default, because PgBouncer before 1.21 does not support that.
PREPARED_STATEMENTS = {"server_side_binding": True, "prepare_threshold": 5}
OF_POSTGRESQL = {
    # The pool hands out no connection that PostgreSQL has closed, as after a restart.
    "CONN_HEALTH_CHECKS": True,
    # Behind PgBouncer, which gives each transaction another session, one would not find its cursor.
    "DISABLE_SERVER_SIDE_CURSORS": True,
}
# Options of a session on the server. A process of ours whose machine has lost its power in the
# middle of a transaction would otherwise keep its locks for hours.
SESSION_LIMITS = "-c lock_timeout=2s -c idle_in_transaction_session_timeout=10s"


def database_at(url: str, *, default: Path) -> dict[str, Any]:
    # Without an address it is the file ``default``, whose path may have any signs in it.
    if not url:
        return _sqlite(default)
    try:
        parts, database = urlsplit(url), dj_database_url.parse(url)
    except ValueError:  # whose own words may show the password
        raise ImproperlyConfigured(HELP) from None
    engine, name = database["ENGINE"], database["NAME"]
    is_cut_off = parts.fragment or (engine == SQLITE and parts.query)
    if engine not in (SQLITE, POSTGRESQL) or name in NOWHERE or is_cut_off:
        raise ImproperlyConfigured(HELP)
    if engine == SQLITE:
        return _sqlite(Path(name))
    require_driver("psycopg", extra="postgres")
    options = _postgresql(database.get("OPTIONS", {}))
    return {**database, **OF_POSTGRESQL, "OPTIONS": options}


def sqlite_file() -> Path | None:
    database = settings.DATABASES["default"]
    return Path(str(database["NAME"])) if database["ENGINE"] == SQLITE else None


def limit_waiting() -> None:
    if sqlite_file() is None:
        from tictactoe_site.postgres_connection import ImpatientConnection

        ImpatientConnection.ANSWERS_WITHIN = ANSWERS_WITHIN


def _sqlite(file: Path) -> dict[str, Any]:
    synchronous = env.str(
        "SQLITE_SYNCHRONOUS", "NORMAL", validate=validate.OneOf(["NORMAL", "FULL"])
    )
    options = {
        "timeout": SQLITE_TIMEOUT,
        # A transaction that reads first and writes later fails at once, whatever the timeout, if
        # another one has written meanwhile. IMMEDIATE waits for the write lock at the beginning.
        "transaction_mode": "IMMEDIATE",
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};",
    }
    return {"ENGINE": SQLITE, "NAME": str(file.absolute()), "OPTIONS": options}


def _postgresql(of_url: dict[str, Any]) -> dict[str, Any]:
    from tictactoe_site.postgres_connection import ImpatientConnection

    return {
        **NETWORK_LIMITS,
        **PREPARED_STATEMENTS,
        **of_url,
        "options": f"{SESSION_LIMITS} {of_url.get('options', '')}".strip(),
        "pool": {**POOL, "connection_class": ImpatientConnection},
    }
