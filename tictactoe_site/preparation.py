"""Preparation before servers start: the database, static files, and a user for the admin."""

from __future__ import annotations

import fcntl
import logging
import secrets
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.transaction import TransactionManagementError

from games.models import Game
from games.ops import database_outages, program
from tictactoe_site import data_folder, static
from tictactoe_site.data_folder import DatabaseFile
from tictactoe_site.database import ENCODING, OTHER_ENCODING, sqlite_file
from tictactoe_site.environment import without_password
from tictactoe_site.upgrade_copies import copy_path, keep_copy

STAFF = "staff"
LOCK = "preparation.lock"
# The number of an advisory lock in PostgreSQL, which only has to be the same everywhere.
PREPARATION_LOCK = 0x7469637461637465
PREPARATION_TIMEOUT = "10min"  # for all who come before
REDIS_TIMEOUT = 2  # seconds

logger = logging.getLogger(__name__)


def prepare() -> str | None:
    """Create the database, the static files and the first staff user, or bring them up to date.

    Return the password of the staff user if one was created, else None. Running servers of the
    previous version can go on using all of it.

    :raises CommandError: if it cannot; the message says why in a sentence for the operator.
    """
    with _locked_folder():
        _prepare_database()
        for url in settings.REDIS_URLS:
            _look_for_redis(url)
        _collect_static_files()
        with _one_at_a_time():
            return _create_staff()


def open_database_file() -> DatabaseFile | None:
    """Return the file of the SQLite database to watch, None if the database is a server.

    :raises CommandError: if it is not there.
    """
    path = sqlite_file()
    try:
        return DatabaseFile(path) if path else None
    except OSError as error:
        raise CommandError(_explain(error, path)) from None


@contextmanager
def _locked_folder() -> Iterator[None]:
    """Make servers that start at once with the same data folder prepare one by one."""
    path = sqlite_file()
    with ExitStack() as stack:
        try:
            data_folder.prepare(settings.DATA_DIR, path)
            # Opened for writing, because network file systems lock nothing else.
            lock = stack.enter_context(open(settings.DATA_DIR / LOCK, "a"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError as error:
            raise CommandError(_explain(error, path)) from None
        yield


def _prepare_database() -> None:
    path = sqlite_file()
    try:
        if path is None:
            _connect_once()
        with _one_at_a_time():
            _check_migrations(path)
            _migrate()
    except (OSError, DatabaseError) as error:
        raise CommandError(_explain(error, path)) from None


def _connect_once() -> None:
    """Make sure that the database server answers, because the pool would retry for long.

    :raises CommandError: if the database cannot hold every name.
    """
    database: Any = connection  # of psycopg, which the types do not know
    with (
        database.wrap_database_errors,
        database.Database.connect(**database.get_connection_params()) as session,
    ):
        encoding = session.info.parameter_status("server_encoding")
    if encoding != ENCODING:
        reason = OTHER_ENCODING.format(encoding)
        raise CommandError(f"Cannot use the database in DATABASE_URL: {reason}")


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Make machines that start at once change a PostgreSQL database one by one."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        with transaction.atomic():
            # The timeout is long, because another machine's migrations may take a while.
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PREPARATION_TIMEOUT])
            cursor.execute("SELECT pg_advisory_lock(%s)", [PREPARATION_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [PREPARATION_LOCK])


def _explain(error: Exception, path: Path | None) -> str:
    if path is None:
        return f"Cannot use the database in DATABASE_URL: {' '.join(str(error).split())}"
    if database_outages.is_damaged(error):
        return (
            f"The database {path} is damaged: {error}. Put a backup in its place, "
            "or move it elsewhere to start with an empty one."
        )
    return (
        f"Cannot use the database {path}: {error}. "
        "Its folder has to be there and writable, with room on its disk. "
        "DATABASE_URL may name another file; "
        f"or name another folder: DATA_DIR=FOLDER {program.command('play')}"
    )


def _check_migrations(database: Path | None) -> None:
    """Make sure that no newer version has migrated the database, and log what is to be migrated.

    A running server does not check this, because a version keeps working with the next version's
    database. With many games a migration may take a while, so it is logged before it runs. An
    SQLite database with games in it is copied first.
    """
    loader = MigrationLoader(connection)
    applied, known = loader.applied_migrations.keys(), (loader.disk_migrations or {}).keys()
    # Migrations of other apps may have been squashed since; those of this app never are.
    if any(app == "games" for app, _ in applied - known):
        raise CommandError(_explain_newer(database, _newest(known)))
    if not applied or known <= applied:
        return
    newest = _newest(applied)  # none, if the very first start was cut short
    if database and newest and Game.objects.exists():
        keep_copy(database, newest)
    for app, name in sorted(known - applied):
        logger.warning("Migrating the database: %s.%s", app, name)


def _newest(migrations: Iterable[tuple[str, str]]) -> str:
    return max((name for app, name in migrations if app == "games"), default="")


def _explain_newer(database: Path | None, newest: str) -> str:
    copy = copy_path(database, newest) if database else None
    return (
        "This database was made by a newer version of the game. Update the game, "
        + (f"put the copy {copy} in its place, " if copy and copy.exists() else "")
        + f"or name another folder: DATA_DIR=FOLDER {program.command('play')}"
    )


def _migrate() -> None:
    """Migrate the database; SQLite's as a whole or not at all.

    Django notes some migrations only after their commit. If the disk is full by then, they would be
    tried again at each start, and fail as their tables are there. PostgreSQL would keep tables
    locked until the last migration has run.
    """
    migrate = partial(call_command, "migrate", verbosity=0, interactive=False)
    if connection.vendor != "sqlite":
        migrate()
        return
    try:
        # SQLite heeds this only outside of a transaction.
        with connection.constraint_checks_disabled(), transaction.atomic():
            migrate()
    except TransactionManagementError as error:
        raise error.__context__ or error from None  # what broke the transaction


def _look_for_redis(url: str) -> None:
    """Warn if Redis does not answer; people can play without it.

    :raises CommandError: if its address has options that there are not.
    """
    from redis import Redis, RedisError  # which is not installed where it is not needed

    timeouts = {"socket_connect_timeout": REDIS_TIMEOUT, "socket_timeout": REDIS_TIMEOUT}
    try:
        with Redis.from_url(url, **timeouts) as client:
            client.ping()
    except (ValueError, TypeError) as error:
        raise CommandError(f"Cannot use the options in REDIS_URL: {error}") from None
    except (RedisError, OSError) as error:
        logger.warning(
            "Redis at %s cannot be used, so server processes do not reach each other: %s",
            without_password(url),
            error,
        )


def _collect_static_files() -> None:
    try:
        static.collect()
    except OSError as error:
        raise CommandError(
            f"Cannot write the static files to {settings.STATIC_ROOT}: {error.strerror or error}. "
            "Make the folder writable, or name another one in DATA_DIR or STATIC_ROOT."
        ) from None


def _create_staff() -> str | None:
    users = get_user_model().objects
    if users.filter(is_staff=True).exists():
        return None
    password = secrets.token_urlsafe(9)
    users.create_superuser(STAFF, password=password)
    return password
