"""Moves of an SQLite installation to a real PostgreSQL server, as the guide for operators says."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import postgres_server
from tests.management.full_installation import full_installation
from tests.server import Server, manage, open_database
from tests.visitor import Visitor

pytestmark = pytest.mark.sqlite  # these tests bring both databases themselves


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return shutil.copytree(full_installation(), tmp_path / "data")


@pytest.fixture
def target() -> Iterator[str]:
    with postgres_server.new_database(is_empty=False) as url:
        yield url


def everything(data: Path, **environment: str) -> list[str]:
    status, output = manage("dumpdata", "--all", "--verbosity=0", data=data, **environment)
    assert status == 0, output
    # PostgreSQL's numbers have no negative zero.
    rows = json.loads(output, parse_float=lambda text: float(text) + 0.0)
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def copy(data: Path, url: str) -> tuple[int, str]:
    return manage("copy_from", str(data / "games.sqlite3"), data=data, DATABASE_URL=url)


def refusal(data: Path, url: str) -> str:
    code, output = copy(data, url)
    lines = [line for line in output.splitlines() if not line.endswith(" rows")]
    assert (code, len(lines)) == (1, 1), output
    assert lines[0].startswith("CommandError: Nothing was copied: ")
    assert rows(url, "games_player") == 0
    return lines[0]


def rows(url: str, table: str) -> int:
    with psycopg.connect(url) as connection:
        found = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    assert found
    return int(found[0])


def test_everything_arrives(data: Path):
    before = everything(data)
    with open_database(data) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' "
            "AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'games_player_trigrams%'"
        ).fetchall()
        filled = [name for [name] in tables if database.execute(f"SELECT 1 FROM {name}").fetchone()]  # noqa: S608
        assert len(filled) == len(tables), "FILL leaves tables empty"
    with postgres_server.new_database() as empty:
        status, output = copy(data, empty)
        assert status == 0, output
        assert everything(data, DATABASE_URL=empty) == before
        assert rows(empty, "auth_group") == len(["Viewers", "Moderators", "team"])
    assert {line.split()[0] for line in output.splitlines()} == set(filled) - {"django_migrations"}


def test_the_ids_of_removed_players_are_not_given_again(data: Path, target: str):
    assert copy(data, target)[0] == 0
    with open_database(data) as database, psycopg.connect(target) as connection:
        last = database.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'games_player'"
        ).fetchone()
        highest = database.execute("SELECT max(id) FROM games_player").fetchone()
        following = connection.execute("SELECT nextval('games_player_id_seq')").fetchone()
    assert highest < last == (following[0] - 1,)


def test_games_go_on_with_the_same_cookies(tmp_path: Path, target: str):
    ann, file = Visitor(), tmp_path / "copy.sqlite3"
    with Server(tmp_path) as server:
        game = ann.start(server, opponent="device")
        ann.move(server, game, ply=0, cell=4)
        assert server.stop() == 0
        assert manage("backup", str(file), data=tmp_path)[0] == 0
        server.environment["DATABASE_URL"] = target
        assert manage("copy_from", str(file), data=tmp_path, DATABASE_URL=target)[0] == 0
        assert server.start().printed_password == ""
        ann.move(server, game, ply=1, cell=0)
        assert ann.state(server, game)["cells"] == "O...X...."
        assert ann.state(server, ann.start(server, opponent="device"))["cells"] == "." * 9


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE games_player SET name = 'Ann' || char(0)", "NUL (0x00) bytes"),
        ("DELETE FROM games_player WHERE name = 'Bob'", "violates foreign key constraint"),
        (
            "UPDATE django_migrations SET name = '9999_newer' WHERE app = 'games'",
            "another version",
        ),
    ],
)
def test_what_cannot_be_copied_leaves_the_new_database_as_it_was(
    data: Path, target: str, statement: str, sentence: str
):
    with open_database(data) as database:
        database.execute(statement)
    assert sentence in refusal(data, target)


def test_what_is_no_database_is_refused(data: Path, target: str):
    (data / "games.sqlite3").write_text("no database" * 100)
    assert "file is not a database" in refusal(data, target)
    (data / "games.sqlite3").unlink()
    assert "unable to open database file" in refusal(data, target)


def test_a_database_with_rows_is_refused_and_left_as_it_is(data: Path, target: str):
    migrated = "SELECT FROM django_migrations WHERE name = '0031_duels'"
    with psycopg.connect(target) as connection:
        connection.execute("INSERT INTO django_session VALUES ('theirs', '', now())")
        connection.execute("DELETE FROM django_migrations WHERE name >= '0031' AND app = 'games'")
    assert "is not empty, as django_session has rows. Let it" in refusal(data, target)
    with psycopg.connect(target) as connection:
        assert not connection.execute(migrated).fetchone()


def test_it_copies_to_postgresql_only(data: Path):
    status, output = manage("copy_from", "copy.sqlite3", data=data)
    assert (status, output) == (1, "CommandError: Let DATABASE_URL name the PostgreSQL database.\n")
