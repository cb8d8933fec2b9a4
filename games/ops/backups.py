"""The time of the last backup is that of a file in the data folder."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

STAMP = "last_backup"


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
