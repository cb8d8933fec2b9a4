"""The files in which several server processes count together, for ``/metrics``.

Each parent of server processes has a folder of its own below ``metrics`` in the data folder, so
that two of them, on different ports, do not empty each other's. It holds a lock on it, which the
system releases however the parent ends; the next one to start removes the folders without a lock.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

from games.metrics import FOLDER
from tictactoe_site.file_lock import lock, locked
from tictactoe_site.preparation import CannotPrepare

NAME, LOCK = "metrics", "lock"


class MetricsFolder:
    """The folder of one parent and its processes, as long as the parent lives.

    :raises CannotPrepare: if it cannot be made.
    """

    def __init__(self, data: Path) -> None:
        parent = data / NAME
        try:
            parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # One at a time, so that nobody takes a folder that is not locked yet for a leftover.
            with locked(parent / LOCK):
                _remove_leftovers(parent)
                self.path = Path(tempfile.mkdtemp(dir=parent))
                self._lock = lock(self.path / LOCK)
        except OSError as error:
            raise CannotPrepare(
                f"Cannot write to the folder {parent} ({error.strerror}). "
                "Remove it, or name another data folder in DATA_DIR."
            ) from None

    @property
    def environment(self) -> dict[str, str]:
        """What the environment of the processes must have.

        The library reads it once, when it is imported, so it has to be there when one starts.
        """
        return {FOLDER: str(self.path)}

    def forget(self, pid: int) -> None:
        """Leave a process that has ended out of what is counted now, such as open sockets.

        What it has counted so far, such as moves, stays in the sums.
        """
        mark_process_dead(pid, str(self.path))  # type: ignore[no-untyped-call]

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


def _remove_leftovers(parent: Path) -> None:
    for path in parent.iterdir():
        try:
            with locked(path / LOCK, fcntl.LOCK_NB):
                # What cannot be removed does no harm.
                shutil.rmtree(path, ignore_errors=True)
        except OSError:
            continue  # Its parent lives, or it is no folder of ours.
