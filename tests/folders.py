"""Folders that last as long as a process of the tests, or as long as the whole run."""

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

RUN = "TEST_RUN_FOLDER"


def temporary_folder(name: str) -> Path:
    return _made(f"{name}-", run_folder())


def run_folder() -> Path:
    if RUN not in os.environ:
        os.environ[RUN] = str(_made("tictactoe-tests-", None))
    return Path(os.environ[RUN])


def made_once(name: str, make: Callable[[Path], object]) -> Path:
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
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
