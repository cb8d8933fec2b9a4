"""One process of a supervisor: it is started again and replaced, with a program that serves not."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.processes import TIMEOUT, have_ended
from tests.site.conftest import NewLauncher
from tictactoe_site.supervisor import SupervisedProcess

# Notes its id, says that it is ready, and serves on, also when it is retired, until it is killed.
PROGRAM = """
import os, sys, time
from pathlib import Path
with Path(__file__).with_name("started").open("a") as started:
    print(os.getpid(), file=started)
print("ready", flush=True)
time.sleep(600)
"""


@pytest.fixture
async def supervised(new_launcher: NewLauncher) -> AsyncIterator[SupervisedProcess]:
    launcher = new_launcher(PROGRAM)
    supervised = SupervisedProcess(launcher, lambda: None)
    await supervised.start()
    keeping = asyncio.create_task(supervised.keep())
    yield supervised
    keeping.cancel()
    await launcher.stop_all()


async def started(folder: Path, count: int) -> list[int]:
    """Return the ids of all processes that were started, once there are so many."""
    async with asyncio.timeout(TIMEOUT):
        while len(pids := (folder / "started").read_text().split()) < count:
            await asyncio.sleep(0.02)
    return [int(pid) for pid in pids]


async def test_one_that_dies_is_started_again(tmp_path: Path, supervised: SupervisedProcess):
    [first] = await started(tmp_path, 1)
    os.kill(first, signal.SIGKILL)
    assert len(await started(tmp_path, 2)) == 2


async def test_a_new_one_that_dies_does_not_wait_for_the_end_of_the_old_one(
    tmp_path: Path, supervised: SupervisedProcess, caplog: pytest.LogCaptureFixture
):
    replacing = asyncio.create_task(supervised.replace())
    async with asyncio.timeout(TIMEOUT):
        while "takes the place of" not in caplog.text:
            await asyncio.sleep(0.02)
    old, new = await started(tmp_path, 2)
    os.kill(new, signal.SIGKILL)
    await started(tmp_path, 3)
    assert not have_ended([old])
    os.kill(old, signal.SIGKILL)
    await replacing
    assert len(await started(tmp_path, 3)) == 3
