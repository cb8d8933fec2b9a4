"""Folders that last as long as a process of the tests, or as long as the whole run."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

RUN = "TEST_RUN_FOLDER"


def temporary_folder(name: str) -> Path:
    """Return a new folder in that of the run, which is removed when the process ends."""
    return _made(f"{name}-", run_folder())


def run_folder() -> Path:
    """Return the folder of this run of the tests, which its first process makes and removes.

    Processes that are started afterwards find it in the environment.
    """
    if RUN not in os.environ:
        os.environ[RUN] = str(_made("tictactoe-tests-", None))
    return Path(os.environ[RUN])


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder of this run that one process fills, while others that ask for it wait."""
    folder = run_folder() / name
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            draft = folder.with_suffix(".draft")
            make(draft)
            draft.rename(folder)
    return folder


def _made(prefix: str, parent: Path | None) -> Path:
    folder = tempfile.mkdtemp(prefix=prefix, dir=parent)
    atexit.register(_remove, folder, os.getpid())
    return Path(folder)


def _remove(folder: str, owner: int) -> None:
    """Remove a folder, unless this is a forked child of the process that made it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
