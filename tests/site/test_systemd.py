import asyncio
import os
import re
import shlex
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server import MANAGE, ROOT, TIMEOUT, copy_database, damage, environment_of
from tictactoe_site import serving

SYSTEMD = ROOT / "tictactoe_site/deploy/systemd"
BACKUP = SYSTEMD / "tictactoe-backup.service"
DAY = 24 * 60 * 60  # seconds


async def test_systemd_is_given_signs_of_life(monkeypatch: pytest.MonkeyPatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind("")
        told.settimeout(TIMEOUT)
        monkeypatch.setenv("NOTIFY_SOCKET", told.getsockname().decode().replace("\0", "@"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000")
        feeding = asyncio.create_task(serving.feed_watchdog())
        for _ in range(2):
            assert await asyncio.to_thread(told.recv, 100) == b"WATCHDOG=1"
        feeding.cancel()


HANGS = """
import asyncio, threading
from tictactoe_site import serving

async def serve():
    feeding = asyncio.create_task(serving.feed_watchdog())
    await asyncio.sleep(0)
    threading.Event().wait()

asyncio.run(serve())
"""


def test_without_systemd_a_process_that_hangs_ends_and_says_where():
    environment = {**os.environ, "WATCHDOG_USEC": "100000"}
    environment.pop("NOTIFY_SOCKET", None)
    process = subprocess.run(
        [sys.executable, "-c", HANGS],
        check=False,
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        timeout=TIMEOUT,
    )
    assert process.returncode == 1
    assert "in serve" in process.stderr


def night(state: Path) -> bool:
    for line in re.findall(r"^ExecStart(?:Post)?=(.+)$", BACKUP.read_text(), re.MULTILINE):
        program, *arguments = shlex.split(line.replace("%S", str(state)))
        command = MANAGE if program.endswith("/tictactoe-site") else (program,)
        environment = environment_of(state / "tictactoe")
        run = subprocess.run([*command, *arguments], check=False, env=environment)
        if run.returncode:
            return False
    return True


@pytest.mark.sqlite
def test_a_backup_of_the_night_removes_old_ones_only_if_it_is_good(tmp_path: Path):
    data = copy_database(tmp_path / "tictactoe")
    copies = data / "backups"
    copies.mkdir()
    for name, days in (("old.sqlite3", 16), ("old.dump", 16), ("kept.sqlite3", 13), ("mine", 99)):
        (copies / name).touch()
        os.utime(copies / name, (time.time() - days * DAY,) * 2)
    (copies / "cut-short.part").mkdir()
    (copies / "cut-short.part" / "draft").touch()
    os.utime(copies / "cut-short.part", (time.time() - 2 * DAY,) * 2)
    assert night(tmp_path)
    assert {"kept.sqlite3", "mine"} < (left := {path.name for path in copies.iterdir()})
    assert len(left) == 3, left
    os.utime(copies / "kept.sqlite3", (time.time() - 16 * DAY,) * 2)
    damage(data, "tbl_name = 'games_game'")
    assert not night(tmp_path)
    assert {path.name for path in copies.iterdir()} == left


def test_whoever_is_told_of_a_failed_backup_is_a_unit_of_ours():
    [name] = re.findall(r"^OnFailure=(\S+)$", BACKUP.read_text(), re.MULTILINE)
    assert (SYSTEMD / name).exists()
