import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from tests.server import ROOT, TIMEOUT, environment_of

PROGRAM = """
import socket
import tictactoe_site.asgi
from tictactoe_site import server

async def application(scope, receive, send):
    if scope["path"] != "/at-once":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"the first part", "more_body": True})
    raise RuntimeError("The rest is lost.")

server.application = application
with socket.create_server(("127.0.0.1", 0)) as listener:
    port = listener.getsockname()[1]
    server.GameServer(listener, None, lambda: print(port, flush=True)).run()
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("site")
    environment = environment_of(folder, DJANGO_SETTINGS_MODULE="tictactoe_site.settings")
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout
    with program:
        yield int(program.stdout.readline())
        program.kill()


@pytest.mark.parametrize("attempt", ["first", "second"])  # nothing is stuck after the first
def test_its_connection_ends_as_one_that_was_lost(port: int, attempt: str):
    with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as connection:
        connection.request("GET", f"/{attempt}")
        with pytest.raises((HTTPException, ConnectionResetError)):
            connection.getresponse().read()


def test_one_that_has_not_begun_is_an_error(port: int):
    with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as connection:
        connection.request("GET", "/at-once")
        assert connection.getresponse().status == 500
