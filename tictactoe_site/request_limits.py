# Twisted parses a form body of any size on the event loop before Django sees the request: 20 MB of
# newlines sent as multipart/form-data stop every game for 7 seconds. And nothing counts a client's
# connections, of which one machine can open 28,000. A trusted proxy has to limit them itself.

from __future__ import annotations

import resource
from collections import Counter
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.web import http

from games.ops import client_address
from tictactoe_site.security_headers import security_headers

LINGER_SECONDS = 2  # for a refused client to read the refusal
# A school may be behind one address. Chromium opens six connections for the files of a page, and
# one more for each socket: a class of 40 who come at once and then open a second tab has 320, and a
# minute later its sockets alone.
CONNECTIONS_PER_CLIENT = 400


class BodyTooLarge(Exception):
    pass


class LimitedRequest(WebRequest):  # type: ignore[misc]
    def gotLength(self, length: int | None) -> None:
        # In memory. ``length`` is None for a chunked body, whose length is not known yet.
        _check_size(length or 0)
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:
        _check_size(self.content.tell() + len(data))
        super().handleContentChunk(data)

    def process(self) -> None:
        # With this header a reverse proxy tells Daphne under which path the site is mounted.
        # Here it could only come from a client, and a value outside ASCII is an error in Daphne.
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        super().process()

    def handle_exception(self, exception: BaseException) -> None:
        # Resets the connection if the answer is on its way, so that nobody waits for the rest, or
        # takes a part of a file for all of it.
        if self._response_started:
            self.channel.transport.abortConnection()
        else:
            super().handle_exception(exception)

    def handle_reply(self, message: dict[str, Any]) -> None:
        super().handle_reply(message)
        # The headers are sent with the first part of the body. What other sites may embed, such as
        # the picture of a link, gets no headers of pages, nor do static files, which never change.
        headers = self.responseHeaders
        is_start = message["type"] == "http.response.start"
        is_static = "immutable" in str(headers.getRawHeaders("Cache-Control"))
        if is_start and not is_static and not headers.hasHeader("Cross-Origin-Resource-Policy"):
            for name, value in security_headers().items():
                if not headers.hasHeader(name):
                    headers.setRawHeaders(name, [value])


class LimitedChannel(http.HTTPChannel):  # type: ignore[misc]
    _is_refused = False

    def dataReceived(self, data: bytes) -> None:
        if self._is_refused:
            return
        try:
            super().dataReceived(data)
        except BodyTooLarge:
            self._refuse()

    def _refuse(self) -> None:
        # Closing it while data is on its way would reset the connection, and the client might never
        # see the answer. So only the sending half is closed, and data that arrives for a short time
        # is dropped ("lingering close").
        self._is_refused = True
        self.transport.write(_refusal())
        self.transport.loseWriteConnection()
        self.setTimeout(LINGER_SECONDS)


class LimitedHTTPFactory(HTTPFactory):  # type: ignore[misc]
    protocol = LimitedChannel

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = partial(LimitedRequest, parsePOSTFormSubmission=False)
        return protocol

    def log(self, request: http.Request) -> None:
        # No access log; the base class would format an unused line for each request.
        pass


# A wrapper, as Daphne replaces the HTTP channel when a connection becomes a websocket.
class LimitedConnections(WrappingFactory):  # type: ignore[misc]
    def __init__(self, factory: HTTPFactory) -> None:
        super().__init__(factory)
        self._open: Counter[str | None] = Counter()

    def buildProtocol(self, addr: Any) -> ProtocolWrapper | None:
        client = client_of(addr.host)
        if client and self._open[client] >= CONNECTIONS_PER_CLIENT:
            return None
        return super().buildProtocol(addr)

    def registerProtocol(self, protocol: ProtocolWrapper) -> None:
        super().registerProtocol(protocol)
        self._open[client_of(protocol.getPeer().host)] += 1

    def unregisterProtocol(self, protocol: ProtocolWrapper) -> None:
        super().unregisterProtocol(protocol)
        client = client_of(protocol.getPeer().host)
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]


def client_of(host: str) -> str | None:
    address = client_address.parse(host)
    is_here = address is not None and address.is_loopback
    has_no_limit = is_here or client_address.is_trusted_proxy(host)
    return None if has_no_limit else client_address.network(host)


def raise_open_files_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS reports no hard limit, but refuses to set the limit to infinity.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _refusal() -> bytes:
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    headers = {
        "Connection": "close",
        "Content-Type": "text/plain",
        "Content-Length": str(len(status.phrase)),
        **security_headers(),
    }
    lines = [f"{name}: {value}" for name, value in headers.items()]
    start = f"HTTP/1.1 {status:d} {status.phrase}"
    return "\r\n".join([start, *lines, "", status.phrase]).encode()


def _check_size(size: int) -> None:
    if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise BodyTooLarge
