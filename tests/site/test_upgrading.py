import os
import re
import shutil
from pathlib import Path
from threading import Timer

import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q

from tests.folders import made_once
from tests.full_disk import full_disk
from tests.server import copy_database, manage, open_database, prepared_data
from tests.server_games import create_games
from tictactoe_site import upgrading
from tictactoe_site.upgrading import UPGRADE, upgrade

STATIC_FILES = "tictactoe_site.static.StaticFilesStorage"  # as a site keeps them, unlike tests
UPGRADE_ALONE = "from tictactoe_site.upgrading import upgrade; upgrade()"


def start(data: Path, **settings: str) -> tuple[int, str]:
    return manage("shell", "--no-imports", "-c", UPGRADE_ALONE, data=data, **settings)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_machine_waits_for_another_one_longer_than_for_any_other_lock(settings, tmp_path: Path):
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": STATIC_FILES}}
    settings.STATIC_ROOT = tmp_path
    parameters = connection.get_connection_params()
    server = {name: parameters[name] for name in ("dbname", "host", "user")}
    with psycopg.connect(**server, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [UPGRADE[1]])
        Timer(2.5, other.close).start()
        upgrade()


OLDER = "0052"


def _make_older(data: Path) -> None:
    create_games(copy_database(data), 1)
    shutil.copytree(prepared_data() / "static", data / "static")
    status, output = manage("migrate", "games", OLDER, data=data)
    assert status == 0, output


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return shutil.copytree(made_once("older", _make_older), tmp_path / "data")


def newest_migration(data: Path) -> str:
    with open_database(data) as database:
        newest = "SELECT max(name) FROM django_migrations WHERE app = 'games'"
        return str(database.execute(newest).fetchone()[0])


def copies(data: Path) -> list[str]:
    return sorted(path.name for path in data.glob("*.sqlite3.at-*"))


@pytest.mark.sqlite
def test_a_step_is_named_before_it_is_done(data: Path):
    with open_database(data) as database:
        database.execute("CREATE INDEX seek_by_time ON games_seek (since)")
    status, output = start(data)
    assert (status, "already exists" in output) == (1, True), output
    first, *_, last = [line for line in output.splitlines() if "Applying" in line]
    assert first.endswith("... OK")
    assert last.strip().startswith("Applying games.0054_seeks_by_time..."), "It fails in this step."


@pytest.mark.sqlite
def test_games_are_copied_before_they_are_migrated_and_three_copies_are_kept(data: Path):
    for time, version in enumerate(("0027", "0028", "0029")):
        (older := data / f"games.sqlite3.at-{version}").touch(0o600)
        os.utime(older, (time, time))
    status, output = start(data)
    assert status == 0
    assert "games.sqlite3.at-0052: 0." in output
    assert "MB with 1 games and 0 moves, checked." in output
    kept = [f"games.sqlite3.at-{version}" for version in ("0028", "0029", "0052")]
    assert copies(data) == kept
    assert all((data / name).stat().st_mode & 0o777 == 0o600 for name in kept)
    _, output = start(data)
    assert output == "", "Nothing is to be migrated, and nothing is copied."
    assert copies(data) == kept


@pytest.mark.sqlite
def test_an_upgrade_without_room_leaves_nothing_half_done(data: Path):
    with full_disk(100 * 1024):  # enough to open the database
        status, output = start(data)
    assert status == 1
    [sentence] = output.splitlines()
    assert "Cannot copy" in sentence
    assert "Without a copy the database is not migrated." in sentence
    with open_database(data) as database:
        database.execute("DELETE FROM games_game")
    with full_disk(128 * 1024):  # enough for some of the migrations
        status, output = start(data)
    assert (status, "The database cannot be used: " in output) == (1, True), output
    assert newest_migration(data) == "0052_repeated_answers"
    assert start(data)[0] == 0
    assert copies(data) == [], "There are no games in it."


@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_refused_and_the_copy_named():
    [newest] = MigrationLoader(None).graph.leaf_nodes("games")
    MigrationRecorder(connection).record_applied("games", "9999_later")
    with pytest.raises(CommandError, match=r"newer version of the game\. Update the game, or name"):
        upgrading._migrate()
    database = Path(connection.settings_dict["NAME"])
    copy = database.with_name(f"{database.name}.at-{newest[1][:4]}")
    copy.touch()
    with pytest.raises(CommandError, match=f"put the copy {re.escape(str(copy))} in its place"):
        upgrading._migrate()
    copy.unlink()


@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_database_of_a_version_too_old_is_refused():
    of_games = MigrationRecorder(connection).migration_qs.filter(app="games")
    of_games.filter(Q(name__gt="0021") | Q(name__startswith="0001_squashed")).delete()
    with pytest.raises(CommandError, match=r"Start version 0\.3\.0 with it first, then this one"):
        upgrading._migrate()
