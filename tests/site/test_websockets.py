from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from twisted.internet.error import ConnectionDone
from twisted.internet.tcp import Connection
from twisted.internet.testing import MemoryReactor
from twisted.python.failure import Failure

from tictactoe_site.websockets import DirectWebSocketProtocol

MORE_THAN_A_SOCKET_HOLDS = 8 * 1024 * 1024  # bytes


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.settimeout(5)
        yield ours, theirs


@pytest.fixture
def connection(sockets) -> Connection:
    connection = Connection(sockets[0], SimpleNamespace(), MemoryReactor())
    connection.connected = True
    return connection


@pytest.fixture(params=["bare", "wrapped"])
def websocket(request, connection) -> DirectWebSocketProtocol:
    wrapper = SimpleNamespace(transport=connection, write=connection.write)
    protocol = DirectWebSocketProtocol()
    protocol.send_queue = deque()
    protocol.transport = connection if request.param == "bare" else wrapper
    return protocol


def read(theirs: socket.socket, connection: Connection, length: int) -> bytes:
    data = b""
    while len(data) < length:
        data += theirs.recv(1 << 20)
        connection.doWrite()
    return data


def test_a_message_is_written_before_the_event_loop_goes_on(websocket, connection, sockets):
    websocket.sendData(b"state")
    assert sockets[1].recv(100) == b"state"
    assert connection.reactor.getWriters() == []


def test_what_the_socket_does_not_take_waits_and_keeps_its_order(websocket, connection, sockets):
    messages = [b"a" * MORE_THAN_A_SOCKET_HOLDS, b"b" * 100, b"c" * 100]
    for message in messages:
        websocket.sendData(message)
    assert connection.reactor.getWriters() == [connection]
    expected = b"".join(messages)
    assert read(sockets[1], connection, len(expected)) == expected
    websocket.sendData(b"d")
    assert sockets[1].recv(100) == b"d"


def test_a_peer_that_is_gone_is_left_to_twisted(websocket, connection, sockets):
    sockets[1].close()
    websocket.sendData(b"state")
    assert connection.reactor.getWriters() == [connection]


def test_nothing_is_written_to_a_connection_that_was_lost(websocket, connection):
    connection.protocol = SimpleNamespace(connectionLost=lambda reason: None)
    connection.connectionLost(Failure(ConnectionDone()))
    websocket.sendData(b"state")
    assert connection.reactor.getWriters() == []


def test_messages_that_autobahn_holds_back_go_its_way(websocket, sockets):
    websocket.send_queue.append((b"first ", False))
    websocket.triggered = True  # its timer runs
    websocket.sendData(b"second")
    assert [data for data, _ in websocket.send_queue] == [b"first ", b"second"]
