import re
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from environs import EnvError

from tests.server import manage
from tictactoe_site.database import POSTGRESQL, SQLITE, database_at

DEFAULT = Path("/data/games.sqlite3")


def read(url: str) -> dict:
    return database_at(url, default=DEFAULT)


@pytest.mark.parametrize(
    ("url", "engine", "name"),
    [
        ("", SQLITE, "/data/games.sqlite3"),
        ("sqlite:////elsewhere/games.db", SQLITE, "/elsewhere/games.db"),
        ("sqlite:////%231%3F/50%25.db", SQLITE, "/#1?/50%.db"),
        ("sqlite:///here/games.db", SQLITE, str(Path.cwd() / "here" / "games.db")),
        ("postgres://ann:secret@db.example:5433/play", POSTGRESQL, "play"),
        ("postgresql:///play?host=/run/postgresql", POSTGRESQL, "play"),
    ],
)
def test_an_address_names_the_database(url: str, engine: str, name: str):
    database = read(url)
    assert (database["ENGINE"], database["NAME"]) == (engine, name)


@pytest.mark.parametrize(
    "url",
    [
        *("games.sqlite3", "mysql://ann:secret@db/play", "postgres://ann:secret@db/"),
        *("postgres://ann:a/secret:b@db/play", "postgres://ann@db/?password=secret"),
        *("postgres://[", "postgres//ann:secret@db/play", "sqlite://", "sqlite:///:memory:"),
        *("sqlite:////data#1/games.db", "sqlite:////data?1/games.db"),
        *("postgres://ann@db/play#1", "postgres://ann:se#cret@db/play"),
    ],
)
def test_a_wrong_address_is_explained_without_its_password(url: str):
    with pytest.raises(ImproperlyConfigured) as error:
        read(url)
    assert "must begin with sqlite:/// or postgres:// and name a database" in str(error.value)
    assert "secret" not in str(error.value)


def test_a_driver_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(EnvError, match=re.escape("pip install 'tictactoe-site[postgres]'")):
        read("postgres://db/play")


@pytest.mark.parametrize(("chosen", "level"), [("", "NORMAL"), ("FULL", "FULL")])
def test_one_chooses_how_safe_a_commit_to_sqlite_is(monkeypatch, chosen: str, level: str):
    monkeypatch.setenv("SQLITE_SYNCHRONOUS", chosen)
    assert f"synchronous={level};" in read("")["OPTIONS"]["init_command"]


@pytest.mark.parametrize("query", ["", "?options=-c%20search_path=play&connect_timeout=9"])
def test_nobody_waits_long_for_postgresql_or_for_a_lock(query: str):
    options = read(f"postgres://ann:secret@db.example/play{query}")["OPTIONS"]
    assert "-c lock_timeout=2s" in options["options"]
    assert "synchronous_commit" not in options["options"], "Commits are safe by default."
    assert options["pool"]["timeout"] < 3
    assert ("search_path=play" in options["options"]) == bool(query)
    assert int(options["connect_timeout"]) == (9 if query else 3)


def test_any_command_says_in_a_sentence_that_there_is_no_database(tmp_path: Path):
    status, output = manage("clearsessions", data=tmp_path)
    assert status == 1
    assert output.startswith("The database cannot be used: ")
    assert "'manage.py migrate' makes it" in output
    assert "Traceback" not in output


def test_a_folder_that_is_not_there_is_said_in_a_sentence(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/missing/games.db"
    status, output = manage("play", "--port", "0", data=tmp_path, DATABASE_URL=url)
    assert status == 1
    assert f"Cannot use the database {tmp_path}/missing/games.db: No such file" in output
    assert not (tmp_path / "secret_key").exists()
    assert "Traceback" not in output
