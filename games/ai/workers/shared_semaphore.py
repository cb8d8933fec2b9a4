"""A semaphore that the server processes of a machine share, so that together they use it once.

It is some files; whoever has a lock on one of them holds it. The system releases the lock when the
process ends, however it ends.
"""

from __future__ import annotations

import fcntl
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO


class SharedSemaphore:
    """May be held ``count`` times at once, by all who name the same folder and the same kind."""

    def __init__(self, folder: Path, kind: str, count: int) -> None:
        self._paths = [folder / f"{kind}-{number}.lock" for number in range(count)]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Wait until it is free, and hold it until the end of the block.

        :raises OSError: if its files cannot be opened.
        """
        with ExitStack() as open_files:
            # Each opened anew: only that makes it a lock of this thread's own.
            files = [open_files.enter_context(path.open("a")) for path in self._paths]
            random.shuffle(files)
            if not any(map(_lock_if_free, files)):
                # One of them will do as well as another.
                fcntl.flock(files[0], fcntl.LOCK_EX)
            yield


def _lock_if_free(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
