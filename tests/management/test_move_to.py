"""Moves of an SQLite installation to a real PostgreSQL server."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import Popen

import psycopg
import pytest
from django.core.management import CommandError

from tests import postgres_server
from tests.management.full_installation import full_installation
from tests.processes import wait_until
from tests.server import TIMEOUT, Server, manage, open_database, popen
from tests.visitor import Visitor
from tictactoe_site.database import database_at
from tictactoe_site.management.commands import move_to

pytestmark = pytest.mark.sqlite  # these tests bring both databases themselves


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with rows in every table of its database."""
    return shutil.copytree(full_installation(), tmp_path / "data")


@pytest.fixture
def empty() -> Iterator[str]:
    """The address of an empty database."""
    with postgres_server.new_database() as url:
        yield url


@pytest.fixture
def target() -> Iterator[str]:
    """The address of a database with empty tables, as a move that was interrupted leaves it."""
    with postgres_server.new_database(is_empty=False) as url:
        yield url


def everything(data: Path, **environment: str) -> list[str]:
    """Return all rows that Django's own command knows of, in an order of their own."""
    status, output = manage("dumpdata", "--all", "--verbosity=0", data=data, **environment)
    assert status == 0, output
    # PostgreSQL's numbers have no negative zero.
    rows = json.loads(output, parse_float=lambda text: float(text) + 0.0)
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def refusal(url: str, data: Path, *, status: int = 2, **environment: str) -> str:
    """Return the one sentence with which a move is refused or fails."""
    code, output = manage("move_to", url, data=data, **environment)
    assert code == status, output
    lines = [line for line in output.splitlines() if not line.endswith(" rows")]
    assert len(lines) == 1
    assert lines[0].startswith("CommandError: ")
    return lines[0]


def rows(url: str, table: str) -> int:
    with psycopg.connect(url) as connection:
        found = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    assert found
    return int(found[0])


def test_everything_arrives(data: Path, empty: str):
    before = everything(data)
    file = (data / "games.sqlite3").read_bytes()
    with open_database(data) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        filled = [name for [name] in tables if database.execute(f"SELECT 1 FROM {name}").fetchone()]  # noqa: S608
        assert len(filled) == len(tables), "FILL leaves tables empty"
    status, output = manage("move_to", empty, data=data)
    assert status == 0, output
    counted = {line.split()[0] for line in output.splitlines() if line.endswith(" rows")}
    assert counted == set(filled) - {"django_migrations"}
    assert "Every row was read back and is the same." in output
    assert everything(data, DATABASE_URL=empty) == before
    assert (data / "games.sqlite3").read_bytes() == file
    assert rows(empty, "auth_group") == len(["Viewers", "Moderators", "team"])


def test_the_ids_of_removed_players_are_not_given_again(data: Path, target: str):
    assert manage("move_to", target, data=data)[0] == 0
    with open_database(data) as database, psycopg.connect(target) as connection:
        last = database.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'games_player'"
        ).fetchone()
        highest = database.execute("SELECT max(id) FROM games_player").fetchone()
        following = connection.execute("SELECT nextval('games_player_id_seq')").fetchone()
    assert highest < last == (following[0] - 1,)


def test_games_go_on_with_the_same_cookies(tmp_path: Path, target: str):
    ann = Visitor()
    with Server(tmp_path) as server:
        game = ann.start(server, opponent="device")
        ann.move(server, game, ply=0, cell=4)
        assert server.stop() == 0
        assert manage("move_to", target, data=tmp_path)[0] == 0
        server.environment["DATABASE_URL"] = target
        assert server.start().printed_password == ""
        ann.move(server, game, ply=1, cell=0)
        assert ann.state(server, game)["cells"] == "O...X...."
    with open_database(tmp_path) as old:
        assert old.execute("SELECT ply FROM games_game").fetchall() == [(1,)]


def test_a_server_that_runs_is_to_be_stopped_first_or_a_copy_moved(tmp_path: Path, target: str):
    with Server(tmp_path):
        assert f"has {tmp_path}/games.sqlite3 open" in refusal(target, tmp_path)
        copy = tmp_path / "copy.sqlite3"
        assert manage("backup", str(copy), data=tmp_path)[0] == 0
        status, output = manage("move_to", target, data=tmp_path, DATABASE_URL=f"sqlite:///{copy}")
    assert status == 0, output
    assert rows(target, "auth_user") == 1


def test_it_may_wait_within_its_transaction(target: str):
    options = move_to._one_connection(database_at(target))["OPTIONS"]["options"]
    with psycopg.connect(target, options=options) as connection:
        limit = connection.execute("SHOW idle_in_transaction_session_timeout").fetchone()
    assert limit == ("0",)


def kill(command: Popen[str], connection: psycopg.Connection) -> None:
    command.kill()


def interrupt(command: Popen[str], connection: psycopg.Connection) -> None:
    command.send_signal(signal.SIGINT)


def cut_off(command: Popen[str], connection: psycopg.Connection) -> None:
    connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    )


@pytest.mark.parametrize(
    ("end", "status", "sentence"),
    [
        (kill, -signal.SIGKILL, ""),
        (interrupt, 130, "Stopped: nothing was moved."),
        (cut_off, 1, "CommandError: Nothing was moved, because of the table games_move: "),
    ],
)
def test_what_is_interrupted_is_begun_again(
    data: Path, target: str, end: Callable[..., None], status: int, sentence: str
):
    with psycopg.connect(target, autocommit=True) as connection:
        with psycopg.connect(target) as other:
            other.execute("LOCK TABLE games_move IN SHARE MODE")  # which is copied after games
            command = popen(["move_to", target], data)
            waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            wait_until(lambda: connection.execute(waiting).fetchone())
            end(command, connection)
            output, _ = command.communicate(timeout=TIMEOUT)
        assert command.returncode == status, output
        assert sentence in output
        assert "Traceback" not in output
        others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        wait_until(lambda: connection.execute(others).fetchone() == (1,))
    assert rows(target, "games_player") == 0
    status, output = manage("move_to", target, data=data)
    assert status == 0, output
    assert rows(target, "games_move") == 5


def test_only_one_move_at_a_time(data: Path, target: str):
    with psycopg.connect(target) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext('move_to'))")
        assert "is under way" in refusal(target, data)
    assert manage("move_to", target, data=data)[0] == 0


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("CREATE TABLE letters (id integer)", "letters"),
        ("INSERT INTO auth_group (name) VALUES ('their own')", "auth_group"),
    ],
)
def test_what_is_in_the_new_database_is_left_alone(data: Path, target: str, statement, table: str):
    with psycopg.connect(target) as connection:
        connection.execute(statement)
    assert f"is not empty: it has {table}. Name an empty one" in refusal(target, data)
    assert rows(target, "games_player") == 0


def test_a_database_that_cannot_hold_every_name_is_refused(data: Path):
    with postgres_server.new_database(template=postgres_server.LATIN1) as url:
        assert "it has the encoding LATIN1" in refusal(url, data)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE games_player SET name = 'Ann' || char(0)", "because of the table games_player"),
        ("DELETE FROM games_player WHERE name = 'Bob'", "violates foreign key constraint"),
    ],
)
def test_rows_that_postgresql_refuses_stop_the_move(
    data: Path, target: str, statement: str, sentence: str
):
    with open_database(data) as database:
        database.execute(statement)
    output = refusal(target, data, status=1)
    assert "Nothing was moved" in output
    assert sentence in output
    assert rows(target, "games_game") == 0


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999', '2100-01-01')",
    ],
)
def test_a_database_of_another_version_is_to_be_brought_to_this_one(data: Path, statement: str):
    with open_database(data) as database:
        database.execute(statement)
    assert "another version of the game" in refusal("postgres://127.0.0.1:1/play", data)


@pytest.mark.parametrize("url", ["moved", "sqlite:////new.sqlite3", "postgres://ann:se:cret@db/"])
def test_another_kind_of_address_is_refused(url: str):
    with pytest.raises(CommandError, match="Write postgres://user:password@host/name") as error:
        move_to._postgresql_at(url)
    assert error.value.returncode == 2
    assert "cret" not in str(error.value)


def test_a_server_that_is_not_there_is_said_without_the_password(data: Path):
    sentence = refusal("postgres://ann:se:cret@127.0.0.1:1/play", data, status=1)
    assert "Cannot use the database at postgres://ann:…@127.0.0.1:1/play" in sentence
    assert "cret" not in sentence


def test_a_missing_driver_is_named(data: Path, tmp_path: Path):
    for name in ("psycopg", "psycopg2"):
        (tmp_path / f"{name}.py").write_text("raise ImportError")
    sentence = refusal("postgres://127.0.0.1/play", data, PYTHONPATH=str(tmp_path))
    assert "pip install -e '.[postgres]'" in sentence


def test_there_must_be_an_sqlite_database_to_move(tmp_path: Path):
    url = "postgres://127.0.0.1:1/play"
    assert "There is no database" in refusal(url, tmp_path)
    assert "Unset it" in refusal(url, tmp_path, DATABASE_URL=url)
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_file_that_is_no_database_is_explained(tmp_path: Path):
    (tmp_path / "games.sqlite3").write_text("no database" * 100)
    assert "file is not a database" in refusal("postgres://127.0.0.1:1/play", tmp_path, status=1)
