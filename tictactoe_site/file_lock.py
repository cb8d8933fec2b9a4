"""Locks that processes of a machine hold on files. The system releases them when a process ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: Path, flags: int = 0) -> Iterator[None]:
    """Hold the lock on a file until the end of the block; see ``lock``."""
    descriptor = lock(path, flags)
    try:
        yield
    finally:
        os.close(descriptor)


def lock(path: Path, flags: int = 0) -> int:
    """Lock a file, which is made if need be, until the descriptor that is returned is closed.

    :raises OSError: if it cannot be made; or with the flag ``LOCK_NB``, if somebody has locked it.
    """
    # It can be written to: network file systems lock nothing else.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | flags)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
