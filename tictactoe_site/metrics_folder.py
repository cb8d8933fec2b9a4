"""The files in which several server processes count together, for ``/metrics``.

The parent of the processes calls ``prepare`` once, before it starts the first of them, and
``forget`` whenever one has ended.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

from games.metrics import FOLDER

NAME = "metrics"


def prepare(data: Path) -> dict[str, str]:
    """Empty the folder of the files, and return what the environment of the processes must have.

    The library reads that once, when it is imported, so it has to be there when a process starts.
    """
    folder = data / NAME
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return {FOLDER: str(folder)}


def forget(data: Path, pid: int) -> None:
    """Leave a process that has ended out of what is counted now, such as open sockets.

    What it has counted so far, such as moves, stays in the sums.
    """
    mark_process_dead(pid, str(data / NAME))  # type: ignore[no-untyped-call]
