import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.e2e.chromium import install_packages
from tests.folders import temporary_folder
from tests.postgres_server import new_database
from tests.processes import wait_until
from tests.server import Server, manage
from tests.server_games import create_games

# It does not run as root, but has to reach what is root's alone.
CAPABILITIES = ("--inh-caps=+dac_override", "--ambient-caps=+dac_override")
AS_NOBODY = ("setpriv", "--reuid=nobody", "--clear-groups", *CAPABILITIES)
SETTINGS = """
[databases]
{name} = host={host} port={port} dbname={name} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
ignore_startup_parameters = options
min_pool_size = 5
server_round_robin = 1
"""


def find() -> str | None:
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@contextmanager
def pgbouncer(database: str) -> Iterator[str]:
    assert find()
    server, port = conninfo_to_dict(database), free_port()
    folder = temporary_folder("pgbouncer")
    name, user = server["dbname"], server.get("user", "postgres")
    host, behind = server.get("host", "127.0.0.1"), server.get("port", 5432)
    config = folder / "pgbouncer.ini"
    config.write_text(SETTINGS.format(name=name, host=host, port=behind, user=user, listen=port))
    process = subprocess.Popen([*(AS_NOBODY if os.getuid() == 0 else ()), find(), "-q", config])
    address = f"postgres://{user}@127.0.0.1:{port}/{name}?server_side_binding=false"
    try:
        wait_until(lambda: answers(address))
        yield address
    finally:
        process.terminate()
        process.wait()


def answers(address: str) -> bool:
    with suppress(psycopg.OperationalError):
        psycopg.connect(urlsplit(address)._replace(query="").geturl()).close()
        return True
    return False


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not find():
        install_packages("pgbouncer")
    if not find():
        pytest.skip("There is no PgBouncer.")
    with (
        new_database(is_empty=False) as database,
        pgbouncer(database) as address,
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
