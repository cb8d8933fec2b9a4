"""The program as a wheel, and installed from it into an environment of its own."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

from tests.server import ROOT


def build(folder: Path, source: Path = ROOT) -> Path:
    """Build the wheel of a checkout into a folder, and return its path."""
    _pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(folder), str(source))
    [wheel] = folder.glob("tictactoe_site-*.whl")
    return wheel


def install(folder: Path, *what: str) -> Path:
    """Install packages into an environment, and return the path of the program's command."""
    venv.create(folder, with_pip=True)
    _pip(str(folder / "bin" / "python"), "install", *what)
    return folder / "bin" / "tictactoe-site"


def replace(program: Path, by: Path) -> None:
    """Put another version into the place of the one that is installed."""
    python = program.with_name("python")
    _pip(str(python), "install", "--force-reinstall", "--no-deps", str(by))


def download(folder: Path, wheel: Path) -> None:
    """Put the wheel and all that it needs into a folder, as pip gets them."""
    _pip(sys.executable, "download", "--dest", str(folder), str(wheel))


def _pip(python: str, *arguments: str) -> None:
    command = [python, "-m", "pip", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
