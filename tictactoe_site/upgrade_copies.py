"""Copies of the SQLite database that are kept beside it before a new version migrates it."""

from __future__ import annotations

import logging
import shutil
from glob import escape
from io import StringIO
from pathlib import Path

from django.core.management import CommandError, call_command

KEPT = 3

logger = logging.getLogger(__name__)


def copy_path(database: Path, newest: str) -> Path:
    """Return where the copy is whose newest migration of the games is this one.

    It begins with the name of the database, so that it is closed to other users as that is. Named
    by its state, it is not pushed out by more of the same if a start fails again and again.
    """
    return database.with_name(f"{database.name}.at-{newest.partition('_')[0]}")


def keep_copy(database: Path, newest: str) -> None:
    """Make a copy, check it, and remove all but the last three.

    :raises CommandError: if it cannot be made; the database is then as it was.
    """
    said = StringIO()
    try:
        call_command("backup", copy_path(database, newest), replace=True, stdout=said)
    except CommandError as error:
        raise CommandError(
            f"{error} Without a copy the database is not migrated: make room or mend what is "
            "wrong, and start again."
        ) from None
    logger.warning("Copied the database before it is migrated: %s", said.getvalue().strip())
    copies = sorted(database.parent.glob(f"{escape(database.name)}.at-????"), key=_age)
    for old in copies[:-KEPT]:
        old.unlink()


def remove_unfinished_copies(database: Path) -> None:
    """Remove what a start that was killed while it copied has left behind, as big as a copy."""
    for folder in database.parent.glob(f"{escape(database.name)}.at-*.part"):
        shutil.rmtree(folder)


def _age(path: Path) -> float:
    return path.stat().st_mtime
