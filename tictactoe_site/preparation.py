"""Preparation before servers start: the database, static files, and a user for the admin."""

from __future__ import annotations

import fcntl
import logging
import secrets
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.exceptions import NodeNotFoundError
from django.db.migrations.executor import MigrationExecutor
from django.db.transaction import TransactionManagementError
from django.utils.crypto import salted_hmac

from games.models import Game
from games.ops import database_outages, program
from games.people.friends.models import PushSubscription
from tictactoe_site import data_folder, environment, static
from tictactoe_site.data_folder import DatabaseFile
from tictactoe_site.database import ENCODING, OTHER_ENCODING, sqlite_file
from tictactoe_site.environment import explain_unwritable, without_password
from tictactoe_site.upgrade_copies import copy_path, keep_copy, remove_unfinished_copies

STAFF = "staff"
# It has all that the first migration replaces, so that its database can be migrated.
OLDEST_VERSION = "0.3.0"
LOCK, SERVER_LOCK = "preparation.lock", "server.lock"
SECOND_SERVER = (
    "Another server uses the data folder {}. Stop it first, or set REDIS_URL for both, "
    "so that they hear of each other's moves; or name another folder: DATA_DIR=FOLDER {}"
)
SECOND_SERVER_OF_DATABASE = (
    "Another server uses the same database, from another data folder. Stop it first, or set "
    "REDIS_URL for both, so that they hear of each other's moves; or name another database in "
    "DATABASE_URL"
)
# The numbers of advisory locks in PostgreSQL, which only have to be the same everywhere.
PREPARATION_LOCK, DATABASE_LOCK = 0x7469637461637465, 0x7469637461637466
PREPARATION_TIMEOUT = "10min"  # for all who come before
REDIS_TIMEOUT = 2  # seconds

logger = logging.getLogger(__name__)


def prepare() -> str | None:
    """Create the database, the static files and the first staff user, or bring them up to date.

    Return the password of the staff user if one was created, else None. Running servers of the
    previous version can go on using all of it.

    :raises CommandError: if it cannot; the message says why in a sentence for the operator.
    """
    with _locked_folder(LOCK, fcntl.LOCK_EX):
        _prepare_database()
        for url in settings.REDIS_URLS:
            _look_for_redis(url)
        _collect_static_files()
        settings.SECRET_KEY = str(settings.SECRET_KEY)  # which makes it, at the first start
        _prepare_push_key()
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
def only_server() -> Iterator[None]:
    """Refuse a second server on one data folder or one database, unless all have Redis.

    :raises CommandError: if there is one, which would not hear of the other's moves.
    """
    kind = fcntl.LOCK_SH if settings.REDIS_URLS else fcntl.LOCK_EX
    with _locked_folder(SERVER_LOCK, kind | fcntl.LOCK_NB), _locked_database():
        yield


@contextmanager
def _locked_folder(name: str, kind: int) -> Iterator[None]:
    folder = settings.DATA_DIR
    with ExitStack() as stack:
        try:
            data_folder.prepare(folder, sqlite_file())
            stack.enter_context(_locked_file(folder / name, kind))
        except BlockingIOError:
            raise CommandError(SECOND_SERVER.format(folder, program.command("play"))) from None
        except OSError as error:
            raise CommandError(explain_unwritable(folder, error)) from None
        yield


@contextmanager
def _locked_database() -> Iterator[None]:
    path = sqlite_file()
    with ExitStack() as stack:
        try:
            stack.enter_context(_locked_beside(path) if path else _locked_by_server())
        except BlockingIOError:
            raise CommandError(SECOND_SERVER_OF_DATABASE) from None
        except (OSError, DatabaseError) as error:
            raise CommandError(_explain(error, path)) from None
        yield


@contextmanager
def _locked_beside(path: Path) -> Iterator[None]:
    path = path.resolve()  # which a link may lead to
    kind = fcntl.LOCK_SH if settings.REDIS_URLS else fcntl.LOCK_EX
    with _locked_file(path.with_name(f"{path.name}.lock"), kind | fcntl.LOCK_NB):
        yield


@contextmanager
def _locked_by_server() -> Iterator[None]:
    shared = "_shared" if settings.REDIS_URLS else ""
    with _own_session() as session:
        query = f"SELECT pg_try_advisory_xact_lock{shared}(%s)"
        [is_locked] = session.execute(query, [DATABASE_LOCK]).fetchone()
        if not is_locked:
            raise BlockingIOError
        yield


@contextmanager
def _locked_file(path: Path, kind: int) -> Iterator[None]:
    # Opened for writing, because network file systems lock nothing else.
    with open(path, "a") as lock:
        fcntl.flock(lock, kind)
        yield


@contextmanager
def _own_session() -> Iterator[Any]:
    # PgBouncer gives each transaction another session of the server, with which a lock for a
    # session would stay behind.
    database: Any = connection  # of psycopg, which the types do not know
    with database.wrap_database_errors:
        session = database.Database.connect(**database.get_connection_params())
        with closing(session):
            session.execute("SELECT set_config('idle_in_transaction_session_timeout', '0', true)")
            yield session


def _prepare_database() -> None:
    path = sqlite_file()
    try:
        if path is None:
            _connect_once()
        else:
            remove_unfinished_copies(path)
        with _one_at_a_time():
            _migrate(is_upgrade=_check_migrations(path))
    except (OSError, DatabaseError) as error:
        raise CommandError(_explain(error, path)) from None


def _connect_once() -> None:
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
    if connection.vendor != "postgresql":
        yield
        return
    with _own_session() as session:
        # The timeout is long, because another machine's migrations may take a while.
        session.execute("SELECT set_config('lock_timeout', %s, true)", [PREPARATION_TIMEOUT])
        session.execute("SELECT pg_advisory_xact_lock(%s)", [PREPARATION_LOCK])
        yield


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


def _check_migrations(database: Path | None) -> bool:
    # A running server does not check this, because a version keeps working with the next version's
    # database. An SQLite database with games in it is copied first.
    try:
        executor = MigrationExecutor(connection)
    except NodeNotFoundError:  # It has only some of what a migration replaces.
        raise CommandError(_explain_older()) from None
    loader, ours = executor.loader, executor.loader.disk_migrations or {}
    replaced = (name for migration in ours.values() for name in migration.replaces)
    applied, known = loader.applied_migrations.keys(), {*ours, *replaced}
    # Of other apps there may be migrations that were replaced and are known no longer.
    if any(app == "games" for app, _ in applied - known):
        raise CommandError(_explain_newer(database, _newest(ours)))
    if not applied or not executor.migration_plan(loader.graph.leaf_nodes()):
        return False  # A new database is made in silence.
    newest = _newest(applied)  # none, if the very first start was cut short
    if database and newest and Game.objects.exists():
        keep_copy(database, newest)
    return True


def _newest(migrations: Iterable[tuple[str, str]]) -> str:
    return max((name for app, name in migrations if app == "games"), default="")


def _explain_older() -> str:
    return (
        f"This database was made by a version of the game before {OLDEST_VERSION}. "
        f"Start version {OLDEST_VERSION} with it first, then this one, "
        f"or name another folder: DATA_DIR=FOLDER {program.command('play')}"
    )


def _explain_newer(database: Path | None, newest: str) -> str:
    copy = copy_path(database, newest) if database else None
    return (
        "This database was made by a newer version of the game. Update the game, "
        + (f"put the copy {copy} in its place, " if copy and copy.exists() else "")
        + f"or name another folder: DATA_DIR=FOLDER {program.command('play')}"
    )


def _migrate(*, is_upgrade: bool) -> None:
    # Django notes some migrations only after their commit. If the disk is full by then, they would
    # be tried again at each start, and fail as their tables are there. PostgreSQL would keep tables
    # locked until the last migration has run.
    migrate = partial(call_command, "migrate", verbosity=int(is_upgrade), interactive=False)
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


def _prepare_push_key() -> None:
    # Versions before made it from the secret, and browsers that subscribed to them go on with that.
    if settings.STORES_PUSH_KEY and PushSubscription.objects.exists():
        environment.stored_push_key(settings.DATA_DIR, _push_key_of_secret)
    settings.PUSH_KEY = str(settings.PUSH_KEY)


def _push_key_of_secret() -> str:
    digest = salted_hmac("push", "", algorithm="sha512").digest()
    return environment.push_key_of(int.from_bytes(digest))


def _create_staff() -> str | None:
    users = get_user_model().objects
    if users.filter(is_staff=True).exists():
        return None
    password = secrets.token_urlsafe(9)
    users.create_superuser(STAFF, password=password)
    return password
