import os
import re
import shutil
import subprocess
import sys
import tarfile
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest

from tests import postgres_server
from tests.folders import made_once
from tests.server import MANAGE, ROOT, Server, manage, prepared_data
from tests.visitor import Visitor
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


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    root = tmp_path / "program"
    for name in ("games", "static", "templates", "tictactoe_site"):
        shutil.copytree(ROOT / name, root / name)
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
def before() -> tuple[str, ...]:
    folder = made_once("before", lambda folder: unpack(oldest_version(), folder))
    return sys.executable, str(folder / "manage.py")


def replace(server: Server, program: tuple[str, ...], folder: Path) -> None:
    server.program = program
    static = folder / ("static-now" if program == MANAGE else "static-before")
    if program == MANAGE and not static.exists():
        shutil.copytree(prepared_data() / "static", static)
    server.environment["STATIC_ROOT"] = str(static)


@pytest.mark.sqlite
def test_an_upgrade_and_the_way_back_keep_a_game_and_its_seat(before, tmp_path: Path):
    data, ann = tmp_path / "data", Visitor()
    server = Server(data, is_first=True)
    replace(server, before, tmp_path)
    with server:
        game = ann.start(server, opponent="device", board="gomoku")
        ann.move(server, game, ply=0, cell=0)
        server.stop()
        replace(server, MANAGE, tmp_path)
        server.start()
        assert "Copied the database before it is migrated" in server.output
        ann.move(server, game, ply=1, cell=1)
        server.stop()

        replace(server, before, tmp_path)
        server.start().wait()
        assert "This database was made by a newer version of the game." in server.output
        [copy] = data.glob("games.sqlite3.at-*")
        shutil.copy(copy, data / "games.sqlite3")
        server.start()
        assert ann.state(server, game)["ply"] == 1
        ann.move(server, game, ply=1, cell=2)


def restore(copy: Path, url: str) -> None:
    runbook = (ROOT / "tictactoe_site/deploy/RUNBOOK.md").read_text()
    [options] = re.findall(r" pg_restore (.+) --dbname=restored < ", runbook)
    program = postgres_server.programs() / "pg_restore"
    with copy.open("rb") as file:
        command = [str(program), *options.split(), f"--dbname={url}"]
        run = subprocess.run(command, stdin=file, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.sqlite  # this brings the database itself
def test_an_upgrade_on_postgresql_and_the_way_back_keep_a_game(before, tmp_path: Path):
    data, copy, ann = tmp_path / "data", tmp_path / "copy.dump", Visitor()
    path = f"{postgres_server.programs()}{os.pathsep}{os.environ['PATH']}"
    with (
        postgres_server.new_database() as first,
        postgres_server.new_database() as restored,
        ExitStack() as stack,
    ):
        server = Server(data, is_first=True, DATABASE_URL=first)
        replace(server, before, tmp_path)
        stack.enter_context(server)
        game = ann.start(server, opponent="device", board="gomoku")
        ann.move(server, game, ply=0, cell=0)
        server.stop()
        status, output = manage("backup", str(copy), data=data, DATABASE_URL=first, PATH=path)
        assert status == 0, output
        replace(server, MANAGE, tmp_path)
        server.start()
        ann.move(server, game, ply=1, cell=1)
        server.stop()
        replace(server, before, tmp_path)

        restore(copy, restored)
        server.environment["DATABASE_URL"] = restored
        server.start()
        assert ann.state(server, game)["ply"] == 1
        ann.move(server, game, ply=1, cell=2)


def test_no_guide_restores_over_what_is_there():
    for guide in ("README.md", "RUNBOOK.md"):
        text = (ROOT / "tictactoe_site/deploy" / guide).read_text().replace("\\\n", " ")
        commands = re.findall(r"pg_restore .*--dbname.*", text)
        assert commands
        for command in commands:
            assert {"--exit-on-error", "--single-transaction"} < {*command.split()}
            assert "--clean" not in command
