"""The program as a wheel, and installed from it into an environment of its own."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

from tests.server import ROOT


def build(folder: Path) -> Path:
    """Build the wheel into a folder, and return its path."""
    _pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    [wheel] = folder.glob("tictactoe_site-*.whl")
    return wheel


def install(folder: Path, *what: str) -> Path:
    """Install packages into an environment, and return the path of the program's command."""
    venv.create(folder, with_pip=True)
    _pip(str(folder / "bin" / "python"), "install", *what)
    return folder / "bin" / "tictactoe-site"


def download(folder: Path, wheel: Path) -> None:
    """Put the wheel and all that it needs into a folder, as pip gets them."""
    _pip(sys.executable, "download", "--dest", str(folder), str(wheel))


def _pip(python: str, *arguments: str) -> None:
    command = [python, "-m", "pip", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
