import subprocess
import sys
import venv
from pathlib import Path

from tests.server import ROOT


def build(folder: Path, source: Path = ROOT) -> Path:
    options = ("--no-deps", "--no-build-isolation", "--wheel-dir", str(folder))
    _pip(sys.executable, "wheel", *options, str(source))
    [wheel] = folder.glob("tictactoe_site-*.whl")
    return wheel


def install(folder: Path, *what: str) -> Path:
    venv.create(folder)
    _pip(sys.executable, "--python", str(folder), "install", *what)
    return folder / "bin" / "tictactoe-site"


def download(folder: Path, wheel: Path) -> None:
    _pip(sys.executable, "download", "--dest", str(folder), str(wheel))


def _pip(python: str, *arguments: str) -> None:
    command = [python, "-m", "pip", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
