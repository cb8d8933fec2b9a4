"""Servers that start at the same moment change what they have in common one by one."""

from __future__ import annotations

from pathlib import Path
from threading import Timer

import psycopg
import pytest
from django.db import connection

from tests.full_disk import full_disk
from tests.server import TIMEOUT, Server, copy_database, manage, open_database, popen
from tests.visitor import Visitor
from tictactoe_site.preparation import PREPARATION_LOCK, _one_at_a_time


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_machine_waits_for_another_one_longer_than_for_any_other_lock():
    parameters = connection.get_connection_params()
    server = {name: parameters[name] for name in ("dbname", "host", "user")}
    with psycopg.connect(**server, autocommit=True) as other, connection.cursor() as cursor:
        other.execute("SELECT pg_advisory_lock(%s)", [PREPARATION_LOCK])
        cursor.execute("SET lock_timeout = '10ms'")
        Timer(0.2, other.close).start()
        with _one_at_a_time():
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("10ms",), "A migration waits no longer for players."
        cursor.execute("RESET lock_timeout")


@pytest.mark.sqlite
def test_servers_with_one_data_folder_prepare_it_one_by_one(tmp_path: Path):
    starts = [popen(["prepare"], tmp_path) for _ in range(2)]
    outputs = [start.communicate(timeout=TIMEOUT)[0] for start in starts]
    assert [start.returncode for start in starts] == [0, 0], outputs
    assert "".join(outputs).count("password: ") == 1
    assert "Migrating" not in "".join(outputs), "A new database is made in silence."


@pytest.mark.sqlite
def test_an_upgrade_of_the_database_says_what_it_does(tmp_path: Path):
    migrate(copy_database(tmp_path), "0021")
    _, output = manage("prepare", data=tmp_path)
    said = [line.rpartition(": ")[2] for line in output.splitlines() if "Migrating" in line]
    assert said[:2] == ["games.0022_game_events", "games.0023_hidden_names"]
    assert copies(tmp_path) == [], "There are no games in it."


def migrate(data: Path, version: str) -> None:
    status, output = manage("migrate", "games", version, data=data)
    assert status == 0, output


def copies(data: Path) -> list[str]:
    return sorted(path.name for path in data.glob("*.sqlite3.*"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a game."""
    data = copy_database(tmp_path / "data")
    with Server(data) as server:
        Visitor().start(server, opponent="device")
        server.stop()
    return data


@pytest.mark.sqlite
def test_games_are_copied_before_they_are_migrated_and_three_copies_are_kept(data: Path):
    for version in ("0027", "0028", "0029", "0030"):
        migrate(data, version)
        status, output = manage("prepare", data=data)
        assert status == 0
        assert f"games.sqlite3.at-{version}: 0." in output
        assert "MB with 1 games and 0 moves, checked." in output
    kept = [f"games.sqlite3.at-{version}" for version in ("0028", "0029", "0030")]
    assert copies(data) == kept
    assert all((data / name).stat().st_mode & 0o777 == 0o600 for name in kept)
    _, output = manage("prepare", data=data)
    assert output == "", "Nothing is to be migrated, and nothing is copied."
    assert copies(data) == kept


@pytest.mark.sqlite
def test_games_that_cannot_be_copied_are_not_migrated(data: Path):
    migrate(data, "0026")
    with full_disk(100 * 1024):  # enough to open the database
        status, output = manage("prepare", data=data)
    assert status == 1
    [sentence] = output.splitlines()
    assert "Cannot copy" in sentence
    assert "Without a copy the database is not migrated: make room" in sentence
    assert copies(data) == []
    _, output = manage("showmigrations", "games", data=data)
    assert "[ ] 0027" in output


@pytest.mark.sqlite
def test_a_first_start_that_was_cut_short_is_continued(tmp_path: Path):
    assert manage("migrate", "contenttypes", data=tmp_path)[0] == 0
    assert manage("prepare", data=tmp_path)[0] == 0


@pytest.mark.sqlite
def test_an_upgrade_without_room_leaves_nothing_half_done(tmp_path: Path):
    migrate(copy_database(tmp_path), "0021")
    with full_disk(128 * 1024):  # enough for some of the migrations
        status, output = manage("prepare", data=tmp_path)
    assert (status, "with room on its disk" in output) == (1, True), output
    with open_database(tmp_path) as database:
        newest = "SELECT max(name) FROM django_migrations WHERE app = 'games'"
        assert database.execute(newest).fetchone() == ("0021_staff_lists",)
    assert manage("prepare", data=tmp_path)[0] == 0
