"""What is left of the processes that a supervisor has started, once they have ended."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT
from tictactoe_site import server_processes
from tictactoe_site.metrics_folder import NAME
from tictactoe_site.server_processes import CannotStart, Launcher

# Counts as a server process does, and then hangs instead of serving.
PROGRAM = """
import sys, time
import games.metrics
if sys.argv[1] == "serve":
    time.sleep(600)
"""


@pytest.fixture
def launcher(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Launcher]:
    settings.DATA_DIR = tmp_path
    program = tmp_path / "manage.py"
    program.write_text(PROGRAM)
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield Launcher(listener, "127.0.0.1", 2)


def names_of_counters(data: Path) -> list[str]:
    return [path.name.partition("_")[0] for path in (data / NAME).glob("*/*")]


async def test_a_preparation_is_not_counted_as_a_server_process(launcher, tmp_path):
    assert await launcher.prepare()
    assert "counter" in names_of_counters(tmp_path)
    assert "gauge" not in names_of_counters(tmp_path)


async def test_a_process_that_hangs_is_not_counted_once_it_is_killed(
    launcher, tmp_path, monkeypatch
):
    monkeypatch.setattr(server_processes, "START_SECONDS", 3)
    with pytest.raises(CannotStart, match="was not ready after 3 seconds"):
        await launcher.serve()
    assert "gauge" not in names_of_counters(tmp_path)
