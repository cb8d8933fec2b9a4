"""Servers that start at the same moment change what they have in common one by one."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Timer

import psycopg
import pytest
from django.db import connection

from tests.full_disk import full_disk
from tests.server import TIMEOUT, copy_database, manage, open_database, popen
from tests.server_games import create_games
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
    assert "Applying" not in "".join(outputs), "A new database is made in silence."


@pytest.mark.sqlite
def test_a_step_is_named_before_it_is_done(tmp_path: Path):
    migrate(copy_database(tmp_path), "0030")
    with open_database(tmp_path) as database:
        database.execute("CREATE TABLE games_heartbeat (id)")
    status, output = manage("prepare", data=tmp_path)
    assert (status, "already exists" in output) == (1, True), output
    assert copies(tmp_path) == [], "There are no games in it."
    first, *_, last = [line for line in output.splitlines() if "Applying" in line]
    assert first.endswith("... OK")
    assert last.strip().startswith("Applying games.0032_heartbeat..."), "It fails in this step."


@pytest.mark.sqlite
def test_a_start_removes_the_copy_that_one_before_it_did_not_finish(tmp_path: Path):
    draft = copy_database(tmp_path) / "games.sqlite3.at-0031.x7_a.part" / "games.sqlite3.at-0031"
    draft.parent.mkdir()
    draft.touch()
    assert manage("prepare", data=tmp_path)[0] == 0
    assert copies(tmp_path) == []


def migrate(data: Path, version: str) -> None:
    status, output = manage("migrate", "games", version, data=data)
    assert status == 0, output


def newest_migration(data: Path) -> str:
    with open_database(data) as database:
        newest = "SELECT max(name) FROM django_migrations WHERE app = 'games'"
        return str(database.execute(newest).fetchone()[0])


def copies(data: Path) -> list[str]:
    return sorted(path.name for path in data.glob("*.sqlite3.*"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    data = copy_database(tmp_path / "data")
    create_games(data, 1)
    return data


@pytest.mark.sqlite
def test_games_are_copied_before_they_are_migrated_and_three_copies_are_kept(data: Path):
    for time, version in enumerate(("0029", "0030")):
        (older := data / f"games.sqlite3.at-{version}").touch(0o600)
        os.utime(older, (time, time))
    for version in ("0031", "0032"):
        migrate(data, version)
        status, output = manage("prepare", data=data)
        assert status == 0
        assert f"games.sqlite3.at-{version}: 0." in output
        assert "MB with 1 games and 0 moves, checked." in output
    kept = [f"games.sqlite3.at-{version}" for version in ("0030", "0031", "0032")]
    assert copies(data) == kept
    assert all((data / name).stat().st_mode & 0o777 == 0o600 for name in kept)
    _, output = manage("prepare", data=data)
    assert output == "", "Nothing is to be migrated, and nothing is copied."
    assert copies(data) == kept


@pytest.mark.sqlite
def test_games_that_cannot_be_copied_are_not_migrated(data: Path):
    migrate(data, "0031")
    with full_disk(100 * 1024):  # enough to open the database
        status, output = manage("prepare", data=data)
    assert status == 1
    [sentence] = output.splitlines()
    assert "Cannot copy" in sentence
    assert "Without a copy the database is not migrated: make room" in sentence
    assert copies(data) == []
    assert newest_migration(data).startswith("0031")


@pytest.mark.sqlite
def test_a_first_start_that_was_cut_short_is_continued(tmp_path: Path):
    assert manage("migrate", "contenttypes", data=tmp_path)[0] == 0
    assert manage("prepare", data=tmp_path)[0] == 0


@pytest.mark.sqlite
def test_an_upgrade_without_room_leaves_nothing_half_done(tmp_path: Path):
    migrate(copy_database(tmp_path), "0030")
    with full_disk(128 * 1024):  # enough for some of the migrations
        status, output = manage("prepare", data=tmp_path)
    assert (status, "with room on its disk" in output) == (1, True), output
    assert newest_migration(tmp_path) == "0030_profiles"
    assert manage("prepare", data=tmp_path)[0] == 0


OLD_SECRET = "a" * 50
KEY_OF_OLD_SECRET = "OOdNZgmHgBtV469sO0juG1c8vkxn0pOHH65IZPaK/S0="  # as it was made of it once


def prepared_push_key(data: Path, **settings: str) -> str:
    status, output = manage("prepare", data=data, SECRET_KEY=OLD_SECRET, **settings)
    assert status == 0, output
    path = data / "push_key"
    return path.read_text() if path.exists() else ""


def subscribe_somebody(data: Path) -> None:
    create_games(data, 1)
    with open_database(data) as database:
        database.execute(
            "INSERT INTO games_subscription "
            "(player_id, session_key, endpoint, p256dh, auth, language, created_at) "
            "SELECT max(id), 'k', 'https://push.example.com', '', '', 'en', 0 FROM games_player"
        )


@pytest.mark.sqlite
def test_browsers_that_were_subscribed_before_go_on_with_the_key_of_then(tmp_path: Path):
    subscribe_somebody(copy_database(tmp_path))
    assert prepared_push_key(tmp_path) == KEY_OF_OLD_SECRET
    (tmp_path / "push_key").write_text("Zm9yIG9uZSBhbmQgdGhpcnR5IHR3byBieXRlcyBva2E")
    assert prepared_push_key(tmp_path) != KEY_OF_OLD_SECRET


@pytest.mark.sqlite
def test_a_new_site_has_a_key_of_push_messages_that_comes_from_no_secret(tmp_path: Path):
    assert prepared_push_key(tmp_path / "set", PUSH_KEY=KEY_OF_OLD_SECRET) == ""
    assert prepared_push_key(tmp_path / "new") not in {"", KEY_OF_OLD_SECRET}
