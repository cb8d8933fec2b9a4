"""``manage.py copy_from``: copies an SQLite database into the PostgreSQL database of the settings.

PostgreSQL's COPY takes the rows: 20,000 games with 215,000 moves need 4 s of CPU time here, five
times as many 18 s and 81 MB. Django's own ``dumpdata`` and ``loaddata`` need 112 s for the 20,000
games, because ``loaddata`` looks for each row before it stores it. ``bulk_create`` would set each
field with ``auto_now_add`` to the time of the copy.
"""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from games.ops import program
from tictactoe_site.database import SQLITE

SOURCE = "source"
# Migrations create rows in these tables. They are replaced by the copied rows, to which other
# copied rows refer.
MADE_BY_MIGRATE = (Group.permissions.through, Group, Permission, ContentType)


class Command(BaseCommand):
    help = "Copy everything from an SQLite database into the empty PostgreSQL one of DATABASE_URL."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=f"a copy made by '{program.command('backup')}'")

    def handle(self, *, file: Path, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Let DATABASE_URL name the PostgreSQL database.")
        name = f"{file.resolve().as_uri()}?mode=ro"
        source = {**connection.settings_dict, "ENGINE": SQLITE, "NAME": name, "OPTIONS": {}}
        connections.databases[SOURCE] = source
        try:
            _refuse_rows()
            call_command("migrate", verbosity=0, interactive=False)
            # Django does not wrap the errors of COPY by itself.
            with connection.wrap_database_errors, transaction.atomic(SOURCE), transaction.atomic():
                self._copy_all()
        except DatabaseError as error:
            reason = " ".join(str(error).split())
            raise CommandError(f"Nothing was copied: {reason}") from None

    def _copy_all(self) -> None:
        here, there = (MigrationRecorder(each).applied_migrations() for each in connections.all())
        if here.keys() != there.keys():
            raise CommandError("Nothing was copied: another version of the game made that file.")
        for made in MADE_BY_MIGRATE:
            made._base_manager.all().delete()
        for model in apps.get_models(include_auto_created=True):
            _copy(model)
            table = model._meta.db_table
            old, new = (model._base_manager.using(each).count() for each in (SOURCE, "default"))
            if old != new:
                raise CommandError(f"Nothing was copied: {table} would have {new} rows.")
            self.stdout.write(f"{table:30} {new:>12,} rows")


def _refuse_rows() -> None:
    there = set(connection.introspection.table_names())
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        if model in MADE_BY_MIGRATE or table not in there:
            continue
        with connection.cursor() as cursor:  # without columns that an older version lacks
            cursor.execute(f'SELECT EXISTS (SELECT FROM "{table}")')  # noqa: S608
            if cursor.fetchone() == (True,):
                raise CommandError(
                    "Nothing was copied: the database in DATABASE_URL is not empty, "
                    f"as {table} has rows. Let it name a new one."
                )


def _copy(model: type[Model]) -> None:
    # Ids of deleted rows count too: the session of a removed player still has the old id, and must
    # not become that of a new player.
    fields = [field for field in model._meta.local_concrete_fields if not field.generated]
    prepare = [
        partial(field.get_db_prep_save, connection=connections["default"]) for field in fields
    ]
    rows = model._base_manager.using(SOURCE).order_by().values_list(*[f.attname for f in fields])
    table, columns = model._meta.db_table, ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor:
        with cursor.copy(f'COPY "{table}" ({columns}) FROM STDIN') as copy:
            for row in rows.iterator():
                copy.write_row([to(value) for to, value in zip(prepare, row, strict=True)])
        with connections[SOURCE].cursor() as old:
            old.execute("SELECT seq FROM sqlite_sequence WHERE name = %s AND seq > 0", [table])
            for [last] in old.fetchall():
                continued = f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last})"
                cursor.execute(continued)
