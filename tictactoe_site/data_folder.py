"""The folder of the database and of the secrets that an installation makes for itself."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from games.ops import program


def make(folder: Path) -> None:
    os.umask(0o077)  # for whatever this process creates from now on
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not folder.stat().st_mode & stat.S_ISVTX:  # such as /tmp, which is meant for everybody
            folder.chmod(0o700)
    except OSError as error:
        raise ImproperlyConfigured(
            f"Cannot write to the data folder {folder} ({error.strerror}). "
            f"Make it writable, or name another folder: DATA_DIR=FOLDER {program.command('play')}"
        ) from None


def stored(path: Path, new: Callable[[], str]) -> str:
    make(path.parent)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        draft.write_text(new())
        # Linked, so that no process reads a secret half-written; if another process was
        # faster, its file is the one to use.
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()
