"""The program as it is installed: its version, and the command that was used to start it."""

from __future__ import annotations

import sys
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGE = "tictactoe-site"  # and the name of its command


@cache
def version() -> str:
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "unknown"


def command(arguments: str) -> str:
    """Return how to run another command of the program, in the way in which this one was run."""
    name = PACKAGE if Path(sys.argv[0]).name == PACKAGE else "manage.py"
    return f"{name} {arguments}"
