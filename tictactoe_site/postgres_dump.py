"""Copies of the PostgreSQL database, which its own programs make, check and bring back."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from shlex import join
from shutil import which
from typing import Any

from django.conf import settings
from django.db import connection

DUMP, RESTORE = "pg_dump", "pg_restore"
MAGIC = b"PGDMP"  # how the file of a dump begins
FROM_OPTIONS = ("HOST", "PORT", "USER", "PASSWORD")  # an address may name them as options


class DumpFailed(Exception):
    """A dump cannot be made or read; the message says why."""


def is_dump(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(MAGIC)) == MAGIC


def explain_missing_program(file: Path) -> str:
    """Return a sentence if ``pg_dump`` or ``pg_restore`` is not installed, else an empty text.

    It has the command for a machine where they are, which asks for the password.
    """
    if which(DUMP) and which(RESTORE):
        return ""
    return (
        f"There is no {DUMP} here. Install the client programs of PostgreSQL, "
        f"or copy the games by: {join(_command(file)[0])}"
    )


def dump(file: Path) -> None:
    """Write the database of the settings into a file.

    :raises DumpFailed: if it cannot; the message says why.
    """
    arguments, environment = _command(file)
    _run([*arguments, "--no-password"], environment)  # nobody is there to be asked


def check(file: Path) -> str:
    """Read the whole dump, and return what is in it.

    :raises DumpFailed: if it is cut short, or not of a database of this game.
    """
    tables = [line.split() for line in _run([RESTORE, "--list", str(file)]).splitlines()]
    names = [words[6] for words in tables if words[3:5] == ["TABLE", "DATA"]]
    if "games_game" not in names:
        raise DumpFailed("it is no database of this game")
    _run([RESTORE, f"--file={os.devnull}", str(file)])
    return f"{len(names)} tables"


def _command(file: Path) -> tuple[list[str], dict[str, str]]:
    database: dict[str, Any] = settings.DATABASES["default"]
    options = database["OPTIONS"]
    named = {name: database[name] or options.get(name.lower()) for name in FROM_OPTIONS}
    [_, *arguments], environment = connection.client.settings_to_cmd_args_env(
        {**database, **named}, ["--format=custom", f"--file={file}"]
    )
    return [DUMP, *arguments], environment or {}


def _run(arguments: list[str], environment: dict[str, str] | None = None) -> str:
    whole = {**os.environ, **(environment or {})}
    run = subprocess.run(arguments, capture_output=True, text=True, check=False, env=whole)  # noqa: S603
    if run.returncode:
        said = " ".join(run.stderr.split()).rstrip(".")
        raise DumpFailed(said or f"{arguments[0]} ended with status {run.returncode}")
    return run.stdout
