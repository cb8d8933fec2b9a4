"""What is left of the processes that a supervisor has started, once they have ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.conftest import NewLauncher
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
def launcher(new_launcher: NewLauncher) -> Launcher:
    return new_launcher(PROGRAM)


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


async def test_a_process_may_print_something_before_it_is_ready(new_launcher: NewLauncher):
    launcher = new_launcher("print('Hello'); print('ready', flush=True); input()")
    server = await launcher.serve()
    assert server.is_running
    await server.retire()


async def test_a_process_that_ends_before_it_is_ready_says_how(new_launcher: NewLauncher):
    launcher = new_launcher("print('Hello'); raise SystemExit(3)")
    with pytest.raises(CannotStart, match="ended with status 3"):
        await launcher.serve()
