import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from games.protocol import Close
from tests.processes import TIMEOUT
from tests.server import ROOT

# Accepts a late websocket when the server has begun to send the others away.
PROGRAM = """
import asyncio, socket
import tictactoe_site.asgi
from tictactoe_site import server

async def application(scope, receive, send):
    if scope["path"] == "/late":
        print("waits", flush=True)
        while not server.health._is_stopping:
            await asyncio.sleep(0.01)
        await asyncio.sleep(2 * server.SHUTDOWN_SECONDS)
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()

server.application = application
with socket.create_server(("127.0.0.1", 0)) as listener:
    print(listener.getsockname()[1], flush=True)
    server.GameServer(listener, None, lambda: print("ready", flush=True)).run()
    print(listener.fileno(), flush=True)
"""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Process]:
    settings = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tictactoe_site.settings"}
    environment = {**os.environ, **settings}
    # Without a database it complains of periodic tasks.
    pipes: dict[str, int] = {"stdin": PIPE, "stdout": PIPE, "stderr": DEVNULL}
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM), **pipes, cwd=ROOT, env=environment
    )
    yield server
    async with asyncio.timeout(TIMEOUT):
        assert await server.wait() == 0


@pytest.fixture
async def address(server: Process) -> str:
    port = await line(server)
    assert await line(server) == "ready"
    return f"ws://127.0.0.1:{port}"


async def line(server: Process) -> str:
    return (await server.stdout.readline()).decode().strip()


@pytest.fixture
async def late(server: Process, address: str) -> AsyncIterator[asyncio.Task[ClientConnection]]:
    opening = asyncio.create_task(connect(f"{address}/late").__aenter__())
    assert await line(server) == "waits"
    yield opening
    await asyncio.wait([opening])


async def test_one_that_is_stopped_sends_the_others_away(server, address: str, late):
    async with connect(address) as other:
        server.send_signal(signal.SIGTERM)
        assert await close_code(other) == Close.RESTARTING
    with pytest.raises(InvalidMessage):
        await late


async def test_the_descriptor_of_its_socket_is_closed_once(server, address: str):
    server.send_signal(signal.SIGTERM)
    assert await line(server) == "-1"


async def close_code(socket: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed):
        await socket.recv()
    return socket.close_code
