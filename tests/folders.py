"""Folders that last as long as the process of the tests."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path


def temporary_folder(name: str) -> Path:
    """Return a new folder, which is removed when the process ends."""
    folder = tempfile.mkdtemp(prefix=f"tictactoe-{name}-")
    atexit.register(_remove, folder, os.getpid())
    return Path(folder)


def _remove(folder: str, owner: int) -> None:
    """Remove a folder, unless this is a forked child of the process that made it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
