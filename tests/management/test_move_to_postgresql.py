import json
import re
import shutil
from pathlib import Path

import psycopg
import pytest

from tests import postgres_server
from tests.management.full_installation import full_installation
from tests.server import ROOT, manage, open_database

pytestmark = pytest.mark.sqlite  # these tests bring both databases themselves
GUIDE = (ROOT / "tictactoe_site/deploy/README.md").read_text().replace("\\\n", " ")


def run(command: str, data: Path, **settings: str) -> None:
    [arguments] = re.findall(rf"^    manage\.py ({command} .*)$", GUIDE, re.MULTILINE)
    words = arguments.replace("games.jsonl", str(data / "games.jsonl")).split()
    status, output = manage(*words, data=data, **settings)
    assert status == 0, output


def move(data: Path, url: str) -> None:
    run("dumpdata", data)
    run("loaddata", data, DATABASE_URL=url)
    [statement] = re.findall(r'psql .*--command="(SELECT setval.*)"', GUIDE)
    with psycopg.connect(url) as database:
        database.execute(statement)


def everything(data: Path, **environment: str) -> list[str]:
    options = ("--all", "--natural-foreign", "--exclude=contenttypes", "--exclude=auth.permission")
    status, output = manage("dumpdata", *options, "--verbosity=0", data=data, **environment)
    assert status == 0, output
    # PostgreSQL's numbers have no negative zero.
    # Times have milliseconds in a dump, of which none are written where none were.
    rows = json.loads(output.replace(".000Z", "Z"), parse_float=lambda text: float(text) + 0.0)
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def test_everything_arrives_and_no_id_is_given_again(tmp_path: Path):
    data = shutil.copytree(full_installation(), tmp_path / "data")
    with open_database(data) as database:
        [last] = database.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'games_player'"
        ).fetchone()
    with postgres_server.new_database(is_empty=False) as url:
        move(data, url)
        assert everything(data, DATABASE_URL=url) == everything(data)
        with psycopg.connect(url) as connection:
            [following] = connection.execute("SELECT nextval('games_player_id_seq')").fetchone()
    assert following > last, "A removed player's session must not become that of a new one."
