from __future__ import annotations

import fcntl
import logging
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from glob import escape
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.exceptions import NodeNotFoundError
from django.db.migrations.executor import MigrationExecutor
from django.db.transaction import TransactionManagementError

from games.models import Game
from games.ops import program
from tictactoe_site import static
from tictactoe_site.database import sqlite_file

# It has all that the first migration replaces, so that its database can be migrated.
OLDEST_VERSION = "0.3.0"
KEPT_COPIES = 3
# The ending of a lock file beside an SQLite database, and the number of a lock in PostgreSQL.
UPGRADE, SERVER = ("upgrade", 0x7469637461637465), ("lock", 0x7469637461637466)
UPGRADE_TIMEOUT = "10min"  # for all who come before
SECOND_SERVER = (
    "Another server uses the same database. Stop it first, or set REDIS_URL for both, so that they "
    "hear of each other's moves; or name another database in DATABASE_URL, or folder in DATA_DIR."
)

logger = logging.getLogger(__name__)


@contextmanager
def only_server() -> Iterator[None]:
    # Another server would not hear of this one's moves.
    kind = fcntl.LOCK_SH if settings.REDIS_URLS else fcntl.LOCK_EX
    try:
        with _locked(SERVER, kind | fcntl.LOCK_NB):
            yield
    except BlockingIOError:
        raise CommandError(SECOND_SERVER) from None


def upgrade() -> None:
    """:raises CommandError: if it cannot"""
    with _locked(UPGRADE, fcntl.LOCK_EX):
        _migrate()
        static.collect()


@contextmanager
def _locked(lock: tuple[str, int], kind: int) -> Iterator[None]:
    ending, number = lock
    path = sqlite_file()
    with _locked_file(path, ending, kind) if path else _locked_by_server(number, kind):
        yield


@contextmanager
def _locked_file(database: Path, ending: str, kind: int) -> Iterator[None]:
    path = database.resolve()  # which a link may lead to
    try:
        # Opened for writing, because network file systems lock nothing else.
        lock = path.with_name(f"{path.name}.{ending}").open("a")
    except OSError as error:
        raise CommandError(f"Cannot use the database {database}: {error.strerror}") from None
    with lock:
        fcntl.flock(lock, kind)
        yield


@contextmanager
def _locked_by_server(number: int, kind: int) -> Iterator[None]:
    database: Any = connection  # of psycopg, which the types do not know
    tries, shared = "try_" * bool(kind & fcntl.LOCK_NB), "_shared" * bool(kind & fcntl.LOCK_SH)
    # In a transaction of its own session: PgBouncer gives each transaction another session of the
    # server, with which a lock for a session would stay behind.
    with (
        database.wrap_database_errors,
        closing(database.Database.connect(**database.get_connection_params())) as session,
    ):
        session.execute("SELECT set_config('idle_in_transaction_session_timeout', '0', true)")
        session.execute("SELECT set_config('lock_timeout', %s, true)", [UPGRADE_TIMEOUT])
        query = f"SELECT pg_{tries}advisory_xact_lock{shared}(%s)"
        if session.execute(query, [number]).fetchone() == (False,):
            raise BlockingIOError
        yield


def _migrate() -> None:
    try:
        executor = MigrationExecutor(connection)
    except NodeNotFoundError:  # It has only some of what a migration replaces.
        raise CommandError(
            f"This database was made by a version of the game before {OLDEST_VERSION}. "
            f"Start version {OLDEST_VERSION} with it first, then this one, "
            f"or name another folder: DATA_DIR=FOLDER {program.command('play')}"
        ) from None
    _refuse_newer(executor)
    applied = executor.loader.applied_migrations
    is_new = not applied  # which is made in silence
    if is_new or executor.migration_plan(executor.loader.graph.leaf_nodes()):
        _keep_copy(_newest(applied))
        _migrate_at_once(partial(call_command, "migrate", verbosity=not is_new, interactive=False))


def _refuse_newer(executor: MigrationExecutor) -> None:
    # A running server does not check this, because a version keeps working with the next version's
    # database.
    ours = executor.loader.disk_migrations or {}
    replaced = (name for migration in ours.values() for name in migration.replaces)
    unknown = executor.loader.applied_migrations.keys() - {*ours, *replaced}
    # Of other apps there may be migrations that were replaced and are known no longer.
    if any(app == "games" for app, _ in unknown):
        copy = _copy_at(_newest(ours))
        raise CommandError(
            "This database was made by a newer version of the game. Update the game, "
            + (f"put the copy {copy} in its place, " if copy and copy.exists() else "")
            + f"or name another folder: DATA_DIR=FOLDER {program.command('play')}"
        )


def _newest(migrations: Iterable[tuple[str, str]]) -> str:
    return max((name for app, name in migrations if app == "games"), default="")


def _copy_at(newest: str) -> Path | None:
    # Named by its state, it is not pushed out by more of the same if start after start fails.
    database = sqlite_file()
    return database and database.with_name(f"{database.name}.at-{newest.partition('_')[0]}")


def _keep_copy(newest: str) -> None:
    copy, said = _copy_at(newest), StringIO()
    if copy is None or not newest or not Game.objects.exists():
        return
    try:
        call_command("backup", copy, replace=True, stdout=said)
    except CommandError as error:
        raise CommandError(f"{error} Without a copy the database is not migrated.") from None
    logger.warning("Copied the database before it is migrated: %s", said.getvalue().strip())
    copies = copy.parent.glob(f"{escape(copy.stem)}.at-????")
    for old in sorted(copies, key=lambda path: path.stat().st_mtime)[:-KEPT_COPIES]:
        old.unlink()


def _migrate_at_once(migrate: partial[Any]) -> None:
    # Django notes some migrations only after their commit. If the disk is full by then, they would
    # be tried again at each start, and fail as their tables are there. PostgreSQL would keep tables
    # locked until the last migration has run.
    if connection.vendor != "sqlite":
        migrate()
        return
    try:
        # SQLite heeds this only outside of a transaction.
        with connection.constraint_checks_disabled(), transaction.atomic():
            migrate()
    except TransactionManagementError as error:
        raise error.__context__ or error from None  # what broke the transaction
