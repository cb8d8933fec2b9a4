"""An upgrade under play: processes are restarted one after the other, and are of two versions."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.server import ROOT, Server


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
