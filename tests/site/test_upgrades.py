"""Upgrades: one under play, by processes of two versions, and one of the database, and back."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests import history
from tests.server import MANAGE, ROOT, Server
from tests.visitor import Visitor


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    """A copy of the program, to change it."""
    root = tmp_path / "program"
    for name in ("games", "static", "templates", "tictactoe_site"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", root)
    return root


def styles(server: Server) -> str:
    [address] = re.findall(r'href="/(static/css/base\.[0-9a-f]{12}\.css)"', server.get().text)
    return str(address)


def test_each_version_serves_the_files_of_both(installation: Path, tmp_path: Path, redis_url: str):
    style = installation / "static/css/base.css"
    settings = {
        "program": (sys.executable, str(installation / "manage.py")),
        "REDIS_URL": redis_url,
    }
    data = tmp_path / "data"
    with Server(data, **settings) as first, Server(data, **settings) as second:
        old = styles(first)
        style.write_text(style.read_text() + "\n:root { --new: 1 }\n")
        assert first.stop() == 0
        first.start()
        new = styles(first)
        assert styles(second) == old != new
        for server in (first, second):
            assert "--new" in server.get(new).text
            assert "--new" not in server.get(old).text


@pytest.fixture
def version_before(tmp_path: Path) -> Path:
    """The program as it was before its newest migration."""
    newest = history.added(str(history.newest_migration()))
    return history.unpack(f"{newest}^", tmp_path / "before")


@pytest.mark.sqlite
def test_an_upgrade_and_the_way_back_keep_a_game_and_its_seat(version_before: Path, tmp_path: Path):
    data, ann = tmp_path / "data", Visitor()
    before = (sys.executable, str(version_before / "manage.py"))
    with Server(data, program=before, is_first=True) as server:
        game = ann.start(server, opponent="device", board="gomoku")
        ann.move(server, game, ply=0, cell=0)
        server.stop()
        server.program = MANAGE
        server.start()
        assert "Copied the database before it is migrated" in server.output
        ann.move(server, game, ply=1, cell=1)
        server.stop()

        server.program = before
        server.start().wait()
        assert "This database was made by a newer version of the game." in server.output
        [copy] = data.glob("games.sqlite3.at-*")
        shutil.copy(copy, data / "games.sqlite3")
        server.start()
        assert ann.state(server, game)["ply"] == 1
        ann.move(server, game, ply=1, cell=2)
