"""Who is at the two ends of a connection: the client, as trusted proxies say, and this machine."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings

from games.ops import client_address

FORWARDED_FOR, FORWARDED_PROTO = b"x-forwarded-for", b"x-forwarded-proto"
FORWARDED = {
    FORWARDED_FOR,
    FORWARDED_PROTO,
    b"x-forwarded-host",
    b"x-forwarded-port",
    b"forwarded",
}
# The scheme by the type of the scope: websockets have their own.
SECURE = {"http": "https", "websocket": "wss"}

logger = logging.getLogger(__name__)


# Daphne's ``--proxy-headers`` accepts the headers from anybody, and takes the first entry of
# X-Forwarded-For, which a client can make up. SECURE_PROXY_SSL_HEADER trusts anybody too.
class TrustedProxies:
    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        _accept_own_address(scope)
        headers = [header for header in scope["headers"] if header[0] not in FORWARDED]
        seen = {**scope, **_forwarded(scope), "headers": headers}
        return await self.application(seen, receive, send)


def _accept_own_address(scope: Mapping[str, Any]) -> None:
    # That is one of the machine's own, whatever the visitor sends, perhaps one that it has got
    # since the start. A name would prove nothing, as anybody can let theirs lead here (DNS
    # rebinding).
    host, _port = scope.get("server") or ("", None)  # A socket that is a file has none.
    if settings.ACCEPTS_OWN_ADDRESSES and (address := client_address.parse(host)):
        written = f"[{address}]" if address.version == 6 else str(address)
        if written not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS.append(written)


def _forwarded(scope: Mapping[str, Any]) -> dict[str, Any]:
    peer = client_address.of_scope(scope)
    scheme = _header(scope, FORWARDED_PROTO)
    if not client_address.is_trusted_proxy(peer):
        if scheme and settings.PRODUCTION:
            _warn_once()
        return {}
    address = client_address.before_proxies(peer, _header(scope, FORWARDED_FOR))
    said: dict[str, Any] = {"client": (address, 0)}
    # The last entry is that of the nearest proxy.
    if scheme.rpartition(",")[2].strip().lower() == "https":
        said["scheme"] = SECURE[scope["type"]]
    return said


def _header(scope: Mapping[str, Any], name: bytes) -> str:
    return b",".join(value for key, value in scope["headers"] if key == name).decode("latin1")


@cache
def _warn_once() -> None:
    logger.warning(
        "Requests come with X-Forwarded-Proto from an address that TRUSTED_PROXIES does not name. "
        "If it is that of your proxy, name it there."
    )
