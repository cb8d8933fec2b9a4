from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server import ROOT
from tictactoe_site.server_processes import Launcher

NewLauncher = Callable[[str], Launcher]


@pytest.fixture
def new_launcher(
    tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[NewLauncher]:
    """Return a factory of launchers whose server processes run a program of the test's own."""
    settings.DATA_DIR = tmp_path
    program = tmp_path / "manage.py"
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def make(text: str) -> Launcher:
            program.write_text(text)
            return Launcher(listener, "127.0.0.1", 2)

        yield make
