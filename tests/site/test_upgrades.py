"""An upgrade under play: the new version's processes take the place of the old one's."""

from __future__ import annotations

import re
import shutil
import signal
import sqlite3
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.processes import have_ended, kill, wait_until
from tests.server import ROOT, Server, open_database
from tests.site.supervised import holder, home, restart, serving


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    """A copy of the program, to change it."""
    root = tmp_path / "program"
    for name in ("games", "static", "templates", "tictactoe_site"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", root)
    return root


def styles(page: str) -> str:
    [address] = re.findall(r'href="/(static/css/base\.[0-9a-f]{12}\.css)"', page)
    return str(address)


def test_an_upgrade_replaces_the_program_unless_it_is_broken(
    installation: Path, tmp_path: Path, redis_url: str
):
    style, module = installation / "static/css/base.css", installation / "tictactoe_site/server.py"
    data = tmp_path / "data"
    with Server(data, processes=2, root=installation, REDIS_URL=redis_url) as server:
        assert server.process
        old = serving(server)
        old_styles = styles(home(server))

        working = module.read_text()
        module.write_text("raise SystemExit('This version is broken.')")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "so the old ones go on" in server.output)
        assert serving(server) == old

        # What the processes of the next version will have, those of this one can serve already.
        (data / "static/css/next.0123456789ab.css").write_text("b { }")
        with urlopen(server.url + "static/css/next.0123456789ab.css") as response:  # noqa: S310
            assert response.read() == b"b { }"

        module.write_text(working)
        style.write_text(style.read_text() + "\n:root { --new: 1 }\n")
        restart(server)
        assert set(old).isdisjoint(serving(server))
        new_styles = styles(home(server))
        assert new_styles != old_styles
        for address, is_new in ((old_styles, False), (new_styles, True)):
            with urlopen(server.url + address) as response:  # noqa: S310 - our own server
                assert ("--new" in response.read().decode()) is is_new

        with open_database(data) as database:
            note_newer_version(database)
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "so the old server processes go on" in server.output)
        assert "made by a newer version" in server.output
        upgraded = serving(server)
        kill(upgraded[:1])
        wait_until(lambda: len(set(serving(server)) - set(upgraded)) == 1)
        wait_until(lambda: holder(server) in serving(server))

        processes = serving(server)
        server.kill()
        wait_until(lambda: have_ended(processes))


def note_newer_version(database: sqlite3.Connection) -> None:
    database.execute(
        "INSERT INTO django_migrations (app, name, applied) "
        "VALUES ('games', '9999_later', '2100-01-01')"
    )
