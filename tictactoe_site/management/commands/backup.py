"""``manage.py backup``: copies the database, even of a running server, and checks the copy."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from argparse import ArgumentParser
from contextlib import closing
from datetime import datetime
from pathlib import Path
from shlex import join
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.ops import backups
from games.ops.program import DJANGO_OPTIONS, WRONG_INPUT
from tictactoe_site.database import sqlite_file

BUSY_SECONDS = 20
COUNTS = "SELECT (SELECT count(*) FROM games_game), (SELECT count(*) FROM games_move)"
NOT_OURS = "it is no database of this game"
DUMP, RESTORE = "pg_dump", "pg_restore"
DUMP_BEGINS = b"PGDMP"
FROM_OPTIONS = ("HOST", "PORT", "USER", "PASSWORD")  # an address may name them as options


class Unusable(Exception):
    """A copy cannot be made or read; the message says why."""


class Command(BaseCommand):
    suppressed_base_arguments = DJANGO_OPTIONS
    help = "Copy the database, also while the server runs, and check the copy."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as in the base class

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="the copy to make; in a folder it is named by the time"
        )
        parser.add_argument("--replace", action="store_true", help="the file, if there is one")
        parser.add_argument(
            "--check", action="store_true", help="this file, a copy or a database, and make none"
        )
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *, file: Path, replace: bool, check: bool, **options: Any) -> None:
        if check:
            mistake = "" if file.is_file() else f"There is no file {file}."
        else:
            file = _named(file)
            mistake = _mistake(file, replace=replace)
        if mistake:
            raise CommandError(mistake, returncode=WRONG_INPUT)
        try:
            content = _check(file) if check else _copy(file)
        except (OSError, sqlite3.Error, Unusable) as error:
            useless = f"{file} is of no use as a database"
            what = useless if check else f"Cannot copy the database to {file}"
            raise CommandError(f"{what}: {error}.") from None
        size = file.stat().st_size
        found = {"file": str(file), "bytes": size, "content": content}
        words = f"{file}: {size / 1e6:,.1f} MB with {content}, checked."
        self.stdout.write(json.dumps(found) if options["json"] else words)


def _named(file: Path) -> Path:
    ending = "sqlite3" if sqlite_file() else "dump"
    return file / f"{datetime.now():%Y-%m-%d-%H%M%S}.{ending}" if file.is_dir() else file


def _mistake(file: Path, *, replace: bool) -> str:
    database = sqlite_file()
    if database is None and not (which(DUMP) and which(RESTORE)):
        return (
            f"There is no {DUMP} here. Install the client programs of PostgreSQL, "
            f"or copy the games by: {join(_dump_command(file)[0])}"
        )
    if database and not database.is_file():
        return f"There is no database {database}."
    if not file.parent.is_dir():
        return f"There is no folder {file.parent}."
    if database and file.exists() and file.samefile(database):
        return f"{file} is the database itself."
    if file.exists() and not replace:
        return f"{file} is there already. Name another file, or replace it with --replace."
    return ""


def _copy(file: Path) -> str:
    # The copy comes to its place only when it is checked and on the disk.
    with TemporaryDirectory(dir=file.parent, prefix=f"{file.name}.", suffix=".part") as folder:
        draft = Path(folder, file.name)
        draft.touch(mode=0o600)
        if database := sqlite_file():
            _vacuum_into(draft, database)
        else:
            command, environment = _dump_command(draft)
            _run([*command, "--no-password"], environment)  # nobody is there to be asked
        content = _check(draft)
        os.sync()
        draft.replace(file)
        os.sync()
    backups.note()
    return content


def _vacuum_into(draft: Path, database: Path) -> None:
    with closing(sqlite3.connect(database, timeout=BUSY_SECONDS)) as source:
        # The copy's indexes are made anew, and would not show damage in the original's.
        [found] = source.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            reason = found.splitlines()[-1]
            raise Unusable(f"the database is damaged ({reason}); keep older copies")
        # Unlike SQLite's backup API it leaves out deleted data, such as names to be forgotten.
        source.execute("VACUUM INTO ?", [str(draft)])


def _check(file: Path) -> str:
    with file.open("rb") as opened:
        is_dump = opened.read(len(DUMP_BEGINS)) == DUMP_BEGINS
    return _check_dump(file) if is_dump else _check_sqlite(file)


def _check_sqlite(file: Path) -> str:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise Unusable("it is damaged")
        if wrong := copy.execute("PRAGMA foreign_key_check").fetchone():
            raise Unusable(f"a row of {wrong[0]} refers to a row of {wrong[2]} that is not there")
        if not copy.execute("SELECT 1 FROM django_migrations WHERE app = 'games'").fetchone():
            raise Unusable(NOT_OURS)
        games, moves = copy.execute(COUNTS).fetchone()
        return f"{games:,} games and {moves:,} moves"


def _check_dump(file: Path) -> str:
    tables = [line.split() for line in _run([RESTORE, "--list", str(file)]).splitlines()]
    names = [words[6] for words in tables if words[3:5] == ["TABLE", "DATA"]]
    if "games_game" not in names:
        raise Unusable(NOT_OURS)
    _run([RESTORE, f"--file={os.devnull}", str(file)])
    return f"{len(names)} tables"


def _dump_command(file: Path) -> tuple[list[str], dict[str, str]]:
    database: dict[str, Any] = connection.settings_dict
    named = {name: database[name] or database["OPTIONS"].get(name.lower()) for name in FROM_OPTIONS}
    [_, *arguments], environment = connection.client.settings_to_cmd_args_env(
        {**database, **named}, ["--format=custom", f"--file={file}"]
    )
    return [DUMP, *arguments], environment or {}


def _run(arguments: list[str], environment: dict[str, str] | None = None) -> str:
    whole = {**os.environ, **(environment or {})}
    run = subprocess.run(arguments, capture_output=True, text=True, check=False, env=whole)  # noqa: S603
    if run.returncode:
        said = " ".join(run.stderr.split()).rstrip(".")
        raise Unusable(said or f"{arguments[0]} ended with status {run.returncode}")
    return run.stdout
