"""Earlier versions of the program, taken from the history of the checkout."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from tests.server import ROOT
from tictactoe_site.upgrading import OLDEST_VERSION


def git(*arguments: str) -> bytes:
    command = [shutil.which("git") or pytest.skip("There is no git."), *arguments]
    return subprocess.run(command, capture_output=True, check=False, cwd=ROOT).stdout


def added(path: str) -> str:
    if git("rev-parse", "--is-shallow-repository").strip() != b"false":
        pytest.skip("The history does not go back to the version before.")
    commit = git("log", "-1", "--diff-filter=A", "--format=%H", "--", path).decode().strip()
    return commit or pytest.skip(f"The history does not have {path}.")


def unpack(commit: str, folder: Path) -> Path:
    archive = git("archive", commit) or pytest.skip(f"The history does not have {commit}.")
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


def oldest_version() -> str:
    added("manage.py")  # or the history does not go back so far
    line = f'^version = "{OLDEST_VERSION}"'
    commits = git("log", "--format=%H", f"-G{line}", "--", "pyproject.toml").decode().split()
    return commits[-1]
