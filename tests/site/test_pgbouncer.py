from __future__ import annotations

import json
from collections.abc import Iterator
from http import HTTPStatus

import pytest

from tests import pgbouncer
from tests.e2e.chromium import install_packages
from tests.postgres_server import new_database
from tests.server import Server, manage
from tests.server_games import create_games


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not pgbouncer.find():
        install_packages("pgbouncer")
    if not pgbouncer.find():
        pytest.skip("There is no PgBouncer.")
    with (
        new_database(is_empty=False) as database,
        pgbouncer.pgbouncer(database) as address,
        Server(tmp_path_factory.mktemp("site"), DATABASE_URL=address) as server,
    ):
        yield server


def test_a_download_is_whole(server: Server):
    [seats] = create_games(server.data, 1, **server.environment)
    for _ in range(5):
        answer = server.get("everything.json", Cookie=seats.cookies[0])
        assert answer.status == HTTPStatus.OK
        kept = json.loads(answer.text)
        [game] = kept["games_as_x"] + kept["games_as_o"]
        assert game["id"] == seats.game_id


def test_a_second_server_is_refused_until_the_first_has_ended(server: Server, tmp_path):
    status, output = manage("play", "--port=0", data=tmp_path, **server.environment)
    assert (status, "Another server uses the same database" in output) == (1, True)
    server.kill()
    server.start()
