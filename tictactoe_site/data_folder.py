"""The folder of the database and the secrets: its permissions, and a check for its loss."""

from __future__ import annotations

import logging
import os
import stat
from glob import escape
from pathlib import Path

from tictactoe_site.environment import PUSH_KEY_FILE, SECRET_FILE

logger = logging.getLogger(__name__)


def prepare(folder: Path, database: Path | None) -> None:
    """Create the folder, and keep other users of this machine from reading its files.

    The database holds session keys, with which anybody could take a player's seat. Files that an
    older version or an umask left readable lose that permission too.

    ``database`` is the path of an SQLite database, if there is one.

    :raises OSError: if the folder cannot be created.
    """
    os.umask(0o077)  # for whatever this process creates from now on
    folder.mkdir(parents=True, exist_ok=True)
    _close_to_others(folder)
    files = database.parent.glob(f"{escape(database.name)}*") if database else ()
    for path in (folder / SECRET_FILE, folder / PUSH_KEY_FILE, *files):
        if path.exists():
            _close_to_others(path)


class DatabaseFile:
    """The file of an SQLite database, which notices when it is deleted or replaced.

    SQLite itself does not notice: open connections go on writing to the deleted file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # An open file keeps its inode number, so no new file can have the same. The descriptor is
        # never closed: closing any descriptor of a file drops SQLite's locks on the file (see "How
        # to corrupt an SQLite database file", section 2.2).
        self._descriptor = os.open(path, os.O_RDONLY)

    def is_in_place(self) -> bool:
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self._descriptor))
        except OSError:
            return False

    def explain_loss(self) -> str:
        return (
            f"The database {self.path} was deleted or replaced while the server was running, so "
            "the server has stopped. What was played in the last second may be lost."
        )


def _close_to_others(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    # A folder with the sticky bit, such as /tmp, is meant for everybody.
    if not mode & 0o077 or mode & stat.S_ISVTX:
        return
    try:
        path.chmod(mode & 0o700)
    except PermissionError:
        logger.warning("Other users can read %s, which belongs to another user.", path)
