from __future__ import annotations

import os
import sys
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGE = "tictactoe-site"  # and the name of its command
ROOT = Path(__file__).resolve().parents[2]
WRONG_INPUT = 2  # the exit status for a wrong call, by convention
# What every command takes, and nobody reads in its help.
DJANGO_OPTIONS = {
    *("--version", "--verbosity", "--settings", "--pythonpath"),
    *("--traceback", "--no-color", "--force-color"),
}
IS_CHECKOUT = (ROOT / "manage.py").exists()


@cache
def version() -> str:
    project = ROOT / "pyproject.toml"
    if IS_CHECKOUT and project.exists():
        return str(tomllib.loads(project.read_text())["project"]["version"])
    return metadata.version(PACKAGE)


def command(arguments: str) -> str:
    if Path(sys.argv[0]).name != PACKAGE:
        return f"manage.py {arguments}"
    # uvx, which leaves no command behind, says to the program where uv is.
    return f"{'uvx ' if os.environ.get('UV') else ''}{PACKAGE} {arguments}"
