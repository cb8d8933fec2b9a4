"""The time of the last backup is that of a file in the data folder."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

STAMP = "last_backup"


def make() -> str:
    """Make a backup in the data folder, as the command does, and return what it says.

    :raises CommandError: if it cannot be made.
    """
    folder = Path(settings.DATA_DIR, "backups")
    folder.mkdir(mode=0o700, exist_ok=True)
    call_command("backup", folder, stdout=(said := StringIO()))
    return said.getvalue()


def note() -> None:
    """Note that a backup has just been made and checked.

    :raises OSError: if the data folder cannot be written.
    """
    _stamp().touch(mode=0o600)


def last_made_at() -> float:
    try:
        return _stamp().stat().st_mtime
    except OSError:
        return 0.0


def _stamp() -> Path:
    return Path(settings.DATA_DIR, STAMP)
