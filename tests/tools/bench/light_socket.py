"""A websocket that takes the client little time, so that it does not limit what is measured.

It knows what Daphne sends: unmasked frames that are not fragmented, and pings.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80  # the bit of a frame that is the last of its message
MASKED = 0x80  # the bit of a client's frame, whose mask here is zero
MASK = bytes(4)
SHORT, LONG = 126, 127  # lengths that say that 2 or 8 bytes with the length follow

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\n"
    "Host: {host}\r\n"
    "Origin: http://{host}\r\n"
    "Cookie: {cookie}\r\n"
    "Upgrade: websocket\r\n"
    "Connection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n"
    "\r\n"
)

REQUEST = "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"


class Closed(Exception):
    """The server has closed the socket, or has never opened it."""


class LightSocket(asyncio.Protocol):
    """A socket on which messages are sent and received as JSON."""

    def __init__(self) -> None:
        self.sent = self.received = 0  # bytes
        self.code = 0  # with which the server closed it
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._is_open = False
        self._messages: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    def send(self, **message: Any) -> None:
        self._send_frame(TEXT, json.dumps(message).encode())

    async def receive(self) -> dict[str, Any]:
        """Return the next message.

        :raises Closed: if none will come.
        """
        message = await self._messages.get()
        if message is None:
            raise Closed
        return message

    async def receive_type(self, type: str) -> dict[str, Any]:
        """Return the next message of a type, and drop those before it."""
        while (message := await self.receive())["type"] != type:
            continue
        return message

    async def receive_ply(self, ply: int) -> None:
        while (await self.receive_type("state"))["ply"] != ply:
            continue

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    # asyncio calls these

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._buffer += data
        self._is_open = self._is_open or self._take_handshake()
        while self._is_open and (frame := self._take_frame()):
            self._handle(*frame)

    def connection_lost(self, error: Exception | None) -> None:
        self._messages.put_nowait(None)

    # Frames

    def write(self, data: bytes) -> None:
        assert self._transport
        self.sent += len(data)
        self._transport.write(data)

    def _send_frame(self, opcode: int, payload: bytes) -> None:
        assert len(payload) < SHORT
        self.write(bytes((FINAL | opcode, MASKED | len(payload))) + MASK + payload)

    def _take_handshake(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self.close()
            return False
        self._buffer = rest
        return True

    def _take_frame(self) -> tuple[int, bytes] | None:
        """Take the next frame off the buffer, if it has arrived whole."""
        if len(self._buffer) < 2:
            return None
        length, start = self._buffer[1], 2
        if length >= SHORT:
            start += 2 if length == SHORT else 8
            length = int.from_bytes(self._buffer[2:start])
        if len(self._buffer) < start + length:
            return None
        frame = self._buffer[0] & 0x0F, bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        return frame

    def _handle(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._messages.put_nowait(json.loads(payload))
        elif opcode == PING:
            self._send_frame(PONG, payload)
        elif opcode == CLOSE:
            self.code = int.from_bytes(payload[:2])
            self.close()


async def open_socket(host: str, port: int, path: str, cookie: str) -> LightSocket:
    """Open a socket as a page does.

    :raises OSError: if nobody listens.
    """
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(LightSocket, host, port)
    fields = {"path": path, "host": f"{host}:{port}", "cookie": cookie}
    socket.write(HANDSHAKE.format(**fields).encode())
    return socket


async def get_json(host: str, port: int, path: str, cookie: str) -> Any:
    """Return the JSON that is served at a path.

    :raises OSError, EOFError, ValueError: if none is.
    """
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(REQUEST.format(path=path, host=f"{host}:{port}", cookie=cookie).encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise ValueError(head)
        return json.loads(body)
    finally:
        writer.close()
