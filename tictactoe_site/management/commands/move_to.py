"""``manage.py move_to``: copies everything from the SQLite database into one of PostgreSQL.

The new database becomes Django's default one here, so that migrations write nowhere else. The old
one is locked and only read.

All rows are copied, read back and compared in one transaction. However that ends, the new database
then has everything or, but for empty tables, nothing.
"""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from games.management.progress import draw_progress
from games.management.questions import INTERRUPTED, WRONG_INPUT
from games.roles import ROLES
from tictactoe_site import table_copy
from tictactoe_site.database import (
    ENCODING,
    OTHER_ENCODING,
    POSTGRESQL,
    SQLITE,
    InvalidAddress,
    database_at,
    sqlite_file,
)
from tictactoe_site.environment import without_password
from tictactoe_site.table_copy import CHUNK, SOURCE, TARGET, Contents, Row
from tictactoe_site.versions import is_newer, is_older

# Their rows come with the tables. Those of the old database replace them, as others refer to them.
MADE_BY_MIGRATE: tuple[type[Model], ...] = (
    Group.permissions.through,
    Group,
    Permission,
    ContentType,
)


class Command(BaseCommand):
    help = (
        "Copy everything from the SQLite database into an empty PostgreSQL database. Stop the "
        "server first. If the command is interrupted, nothing was copied, and it can be repeated."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as in the base class

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="of the new database: postgres://user:password@host/name")

    def handle(self, *, url: str, **options: Any) -> None:
        path, address = _source_file(), without_password(url)
        _choose_databases(path, url)
        try:
            with _explained(f"Cannot read the database {path}"):
                _check_source(path)
            with _explained(f"Cannot use the database at {address}"):
                _prepare_target(address)
            with _explained("Nothing was moved"):
                self._move()
        except KeyboardInterrupt:
            self.stderr.write("\nStopped: nothing was moved.")
            sys.exit(INTERRUPTED)
        self.stdout.write(
            "Every row was read back and is the same. The old database was only read; keep it "
            "until you have seen your games in the new one.\n"
            f"Now let DATABASE_URL be the new address, {address}, leave DATA_DIR as it is, and "
            "start the server."
        )

    def _move(self) -> None:
        with transaction.atomic(SOURCE), transaction.atomic(TARGET):
            for model in MADE_BY_MIGRATE:
                model._base_manager.all().delete()
            for model in table_copy.all_models():
                self._copy(model)
            connection.check_constraints()
            table_copy.continue_ids()
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")  # or the first queries would be planned blindly

    def _copy(self, model: type[Model]) -> None:
        """Copy a table, and compare what then is in the new one.

        :raises CommandError: if that is not the same.
        """
        table, total = model._meta.db_table, table_copy.count(model, SOURCE)
        old, new = Contents(), Contents()
        with _explained(f"Nothing was moved, because of the table {table}"):
            with closing(table_copy.read(model, SOURCE)) as rows:
                table_copy.write(model, self._shown(old.noted(rows), total, f"{table} copied"))
            with closing(table_copy.read(model, TARGET)) as rows:
                for _ in self._shown(new.noted(rows), total, f"{table} compared"):
                    pass
        if old != new:
            raise CommandError(f"Nothing was moved, because {table} would not be the same.")
        self.stdout.write(f"{table:30} {new.rows:>12,} rows")

    def _shown(self, rows: Iterable[Row], total: int, what: str) -> Iterator[Row]:
        """Yield rows, and show how far that is."""
        for done, row in enumerate(rows, start=1):
            yield row
            if done % CHUNK == 0 or done == total:
                draw_progress(self.stderr, done, total, f"{what:40} ")


@contextmanager
def _explained(what: str) -> Iterator[None]:
    """:raises CommandError: instead of any error of a database."""
    try:
        with connection.wrap_database_errors:
            yield
    except DatabaseError as error:
        raise CommandError(f"{what}: {' '.join(str(error).split())}") from None


def _source_file() -> Path:
    path = sqlite_file()
    if path is None:
        raise CommandError(
            "DATABASE_URL names a PostgreSQL database already. "
            "Unset it, or let it name the SQLite database to move.",
            returncode=WRONG_INPUT,
        )
    if not path.is_file():
        raise CommandError(f"There is no database {path}.", returncode=WRONG_INPUT)
    return path


def _choose_databases(path: Path, url: str) -> None:
    """Make the database at ``url`` the default one, and the one that it was ``SOURCE``.

    :raises CommandError: if that is no address of a PostgreSQL database, or there is no driver.
    """
    target = _postgresql_at(url)
    databases = {TARGET: _one_connection(target), SOURCE: _locked(path)}
    connections.settings = connections.configure_settings(databases)
    with suppress(AttributeError):  # if nothing has asked for the default database yet
        del connections[TARGET]
    try:
        connections[TARGET]
    except ImproperlyConfigured:
        sentence = "PostgreSQL needs a driver: pip install -e '.[postgres]'."
        raise CommandError(sentence, returncode=WRONG_INPUT) from None


def _postgresql_at(url: str) -> dict[str, Any]:
    with suppress(InvalidAddress):
        database = database_at(url)
        if database["ENGINE"] == POSTGRESQL:
            return database
    sentence = f"Write postgres://user:password@host/name, not '{without_password(url)}'."
    raise CommandError(sentence, returncode=WRONG_INPUT)


def _one_connection(database: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a database without its pool, which tries to connect for long.

    Its one transaction may wait for the old database, or for a terminal that was halted.
    """
    options = {**database["OPTIONS"]}
    del options["pool"]
    options["options"] += " -c idle_in_transaction_session_timeout=0"
    return {**database, "OPTIONS": options}


def _locked(path: Path) -> dict[str, Any]:
    """Return the settings of an SQLite database that is read while nobody else may open it."""
    options = {
        "timeout": 0,
        "init_command": "PRAGMA locking_mode=EXCLUSIVE; PRAGMA query_only=ON",
    }
    return {"ENGINE": SQLITE, "NAME": path, "OPTIONS": options}


def _check_source(path: Path) -> None:
    """Lock the old database until this program ends.

    :raises CommandError: if another program has it open, or it is of another version of the game.
    """
    source = connections[SOURCE]
    try:
        with transaction.atomic(SOURCE):
            is_of_this_version = not is_older(source) and not is_newer(source)
    except OperationalError as error:
        if not _is_locked(error):
            raise
        raise CommandError(
            f"Another program has {path} open, probably the server. Stop it first, so that no "
            "move is left behind. To try a move meanwhile, move a copy made by manage.py backup.",
            returncode=WRONG_INPUT,
        ) from None
    if not is_of_this_version:
        raise CommandError(
            f"The database {path} was made by another version of the game. "
            "Start this version once, or run manage.py migrate, before you move.",
            returncode=WRONG_INPUT,
        )


def _is_locked(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def _prepare_target(address: str) -> None:
    """Create the tables in the new database.

    :raises CommandError: if there is something in it, if another command moves something to it, or
        if it cannot hold every name.
    """
    with connection.cursor() as cursor:
        # Held until this program ends.
        cursor.execute("SELECT pg_try_advisory_lock(hashtext('move_to'))")
        [is_alone] = cursor.fetchone()
        cursor.execute("SHOW server_encoding")
        [encoding] = cursor.fetchone()
    if not is_alone:
        raise CommandError(f"Another move to {address} is under way.", returncode=WRONG_INPUT)
    if encoding != ENCODING:
        reason = OTHER_ENCODING.format(encoding)
        raise CommandError(
            f"Cannot use the database at {address}: {reason}", returncode=WRONG_INPUT
        )
    if tables := _tables_in_use():
        raise CommandError(
            f"The database {address} is not empty: it has {', '.join(tables)}. "
            "Name an empty one; nothing was changed.",
            returncode=WRONG_INPUT,
        )
    call_command("migrate", verbosity=0, interactive=False)


def _tables_in_use() -> list[str]:
    """Return the tables of the new database that hold rows, or belong to another program.

    Those of a move that was interrupted do not: it has left them as they were created.
    """
    models = {model._meta.db_table: model for model in table_copy.all_models()}
    present = set(connection.introspection.table_names())
    strange = present - {*models, MigrationRecorder.Migration._meta.db_table}
    filled = {table for table in present & set(models) if _is_in_use(models[table])}
    return sorted(strange | filled)


def _is_in_use(model: type[Model]) -> bool:
    """Say whether a table holds rows besides those that came with it."""
    if model is Group:
        return Group.objects.exclude(name__in=ROLES).exists()
    return model not in MADE_BY_MIGRATE and model._base_manager.exists()
