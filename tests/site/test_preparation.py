"""Servers that start at the same moment change what they have in common one by one."""

from __future__ import annotations

from pathlib import Path
from threading import Timer

import psycopg
import pytest
from django.db import connection

from tests.server import TIMEOUT, copy_database, manage, popen
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
    copy_database(tmp_path)
    assert manage("migrate", "games", "0021", data=tmp_path)[0] == 0
    _, output = manage("prepare", data=tmp_path)
    said = [line.rpartition(": ")[2] for line in output.splitlines() if "Migrating" in line]
    assert said[:2] == ["games.0022_game_events", "games.0023_hidden_names"]
