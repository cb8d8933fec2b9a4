import re
import shutil
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.models import Game
from games.ops import backups
from tests.full_disk import full_disk
from tests.playing import X_WINS, play
from tests.server import TIMEOUT, Server, copy_database, damage, manage, open_database, popen
from tests.visitor import Visitor

pytestmark = pytest.mark.sqlite


def backup(file: Path, **options: bool) -> str:
    output = StringIO()
    call_command("backup", str(file), stdout=output, **options)
    return output.getvalue()


def refusal(file: Path, **options: bool) -> str:
    with pytest.raises(CommandError) as error:
        backup(file, **options)
    assert error.value.returncode == 2
    return str(error.value)


@pytest.fixture
def played(transactional_db: None, game: Game) -> Game:
    return play(game, *X_WINS)


def test_the_copy_is_for_its_owner_only_and_alone_in_its_folder(tmp_path: Path, played: Game):
    file = tmp_path / "copy.sqlite3"
    assert "MB with 1 games and 5 moves, checked." in backup(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("SELECT id, ply FROM games_game").fetchall() == [(played.pk, 5)]


def test_an_older_copy_is_replaced_only_when_asked_for(tmp_path: Path, played: Game):
    file = tmp_path / "copy.sqlite3"
    file.write_text("older")
    assert "is there already" in refusal(file)
    assert file.read_text() == "older"
    assert "checked" in backup(file, replace=True)
    assert list(tmp_path.iterdir()) == [file]


def test_the_database_itself_is_not_replaced(played: Game):
    database = Path(settings.DATABASES["default"]["NAME"])
    assert "is the database itself" in refusal(database, replace=True)


def test_a_copy_needs_a_folder_and_is_named_by_the_time_in_it(tmp_path: Path, played: Game):
    assert "There is no folder" in refusal(tmp_path / "missing" / "copy")
    assert "checked." in backup(tmp_path)
    [file] = tmp_path.iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.sqlite3", file.name)


def test_the_time_of_the_last_copy_that_was_checked_is_kept(tmp_path: Path, played: Game):
    stamp = Path(settings.DATA_DIR, backups.STAMP)
    stamp.unlink(missing_ok=True)
    with pytest.raises(CommandError), full_disk():
        backup(tmp_path / "copy.sqlite3")
    assert backups.last_made_at() == 0
    backup(tmp_path / "copy.sqlite3")
    assert backups.last_made_at() == stamp.stat().st_mtime > 0
    assert stamp.stat().st_mode & 0o777 == 0o600


def test_a_full_disk_leaves_the_older_copy(tmp_path: Path, played: Game):
    file = tmp_path / "copy.sqlite3"
    file.write_text("older")
    with pytest.raises(CommandError, match="Cannot copy") as error, full_disk():
        backup(file, replace=True)
    assert error.value.returncode == 1
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text() == "older"


def execute(data: Path, statement: str) -> None:
    with open_database(data) as database:
        database.execute(statement)


@pytest.mark.parametrize(
    ("spoil", "how", "sentence"),
    [
        (execute, "DELETE FROM django_migrations", "it is no database of this game"),
        (
            execute,
            "INSERT INTO games_move (game_id, ply, cell, message, created_at) "
            "VALUES ('missing', 0, 0, '', '2026-01-01')",
            "a row of games_move refers to a row of games_game that is not there",
        ),
        (damage, "type = 'index' AND tbl_name = 'games_game'", "the database is damaged"),
    ],
)
def test_what_could_not_be_restored_is_no_copy(tmp_path: Path, spoil, how: str, sentence: str):
    data = copy_database(tmp_path / "data")
    spoil(data, how)
    status, output = manage("backup", str(tmp_path / "copy"), data=data)
    assert (status, len(output.splitlines())) == (1, 1)
    assert sentence in output
    assert not (tmp_path / "copy").exists()


def test_a_copy_or_the_database_is_checked_by_itself(tmp_path: Path, played: Game):
    file = tmp_path / "copy.sqlite3"
    backup(file)
    assert "with 1 games and 5 moves, checked." in backup(file, check=True)
    database = Path(settings.DATABASES["default"]["NAME"])
    assert "checked." in backup(database, check=True)
    assert list(tmp_path.iterdir()) == [file]
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * 4096 + file.read_bytes()[8192:])
    with pytest.raises(CommandError, match="is of no use as a database"):
        backup(file, check=True)
    assert "There is no file" in refusal(tmp_path / "missing", check=True)


def test_without_a_database_there_is_nothing_to_copy(tmp_path: Path):
    status, output = manage("backup", str(tmp_path / "copy"), data=tmp_path)
    assert status == 2
    assert f"There is no database {tmp_path}/games.sqlite3." in output
    assert not (tmp_path / "games.sqlite3").exists()


def test_what_was_played_before_a_copy_is_there_when_it_is_restored(tmp_path: Path):
    data, file = tmp_path / "data", tmp_path / "copy.sqlite3"
    ann = Visitor()
    with Server(data) as server:
        game = ann.start(server, opponent="device", board="gomoku")
        ann.move(server, game, ply=0, cell=0)
        copying = popen(["backup", str(file)], data)
        ply = 1
        while copying.poll() is None or ply == 1:
            ann.move(server, game, ply=ply, cell=ply)
            ply += 1
        assert "checked" in copying.communicate(timeout=TIMEOUT)[0]
        server.kill()
        for path in data.glob("games.sqlite3*"):
            path.write_bytes(b"lost")

        # As the operator's documentation says.
        for path in data.glob("games.sqlite3*"):
            path.unlink()
        shutil.copy(file, data / "games.sqlite3")
        server.start()
        restored = ann.state(server, game)["ply"]
        assert 1 <= restored <= ply
        ann.move(server, game, ply=restored, cell=restored)
        assert ann.state(server, game)["ply"] == restored + 1
