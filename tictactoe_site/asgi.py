from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.urls import path, re_path, reverse

from games.ops import client_address

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
# Sets Django up, which has to come before the imports below, as they use models.
django_application = get_asgi_application()

from games.play import limiters  # noqa: E402
from games.sockets.game_consumer import GameConsumer, NowhereConsumer  # noqa: E402
from games.sockets.live_games import WatchConsumer  # noqa: E402
from games.web import converters, cookie_names  # noqa: E402, F401 - registers <game:...>
from games.web.sessions import HAS_FORMER_NAME  # noqa: E402

Header = tuple[bytes, bytes]

# What trusted proxies say

FORWARDED_FOR, FORWARDED_PROTO = b"x-forwarded-for", b"x-forwarded-proto"
FORWARDED = {FORWARDED_FOR, FORWARDED_PROTO, b"x-forwarded-host", b"x-forwarded-port", b"forwarded"}
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


# The names of cookies. Those that a browser has by former names are read until they are set anew.
# The former ones stay: a process of the version before may still run, and a neighbour know them.

SESSION = b"session"
LONG_AGO = b"01 Jan 1970"  # when a cookie expires that is to be removed


class Sent(NamedTuple):
    cookies: dict[bytes, bytes]
    former: dict[bytes, list[bytes]]
    has_own_session: bool


class SiteCookies:
    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        sent = _read(scope["headers"])

        async def send_renamed(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _renamed(message.get("headers", ()), sent)}
            await send(message)

        await self.application(_inside(scope, sent), receive, send_renamed)


def _read(headers: list[Header]) -> Sent:
    lines = [value for name, value in headers if name.lower() == b"cookie"]
    pairs = [pair.strip().partition(b"=") for line in lines for pair in line.split(b";")]
    sent = {name: value for name, _, value in pairs if name}
    cookies: dict[bytes, bytes] = {}
    former: dict[bytes, list[bytes]] = {}
    for end in map(str.encode, cookie_names.former_endings()):
        found = _ending_with(end, sent)
        cookies |= found
        for name in found:
            former.setdefault(name, []).append(name + end)
    own = _ending_with(cookie_names.ending().encode(), sent)
    return Sent(cookies | own, former, SESSION in own)


def _ending_with(end: bytes, sent: dict[bytes, bytes]) -> dict[bytes, bytes]:
    return {name.removesuffix(end): value for name, value in sent.items() if name.endswith(end)}


def _inside(scope: Any, sent: Sent) -> Any:
    headers = [header for header in scope["headers"] if header[0].lower() != b"cookie"]
    if sent.cookies:
        line = b"; ".join(name + b"=" + value for name, value in sent.cookies.items())
        headers.append((b"cookie", line))
    has_former_name = SESSION in sent.cookies and not sent.has_own_session
    return {**scope, "headers": headers, HAS_FORMER_NAME: has_former_name}


def _renamed(headers: Any, sent: Sent) -> list[Header]:
    renamed = []
    for header, value in headers:
        if header.lower() == b"set-cookie":
            name, _, rest = value.partition(b"=")
            names = [name + cookie_names.ending().encode()]
            names += sent.former.get(name, []) if LONG_AGO in rest else []
            renamed += [(header, name + b"=" + rest) for name in names]
        else:
            renamed.append((header, value))
    return renamed


# Which pages may open a websocket, which has no CSRF token

SCHEMES = {"ws": "http", "wss": "https"}


class SameOriginValidator:
    # Channels' AllowedHostsOriginValidator compares the host alone, so it accepts a page of another
    # server on another port of this machine, to which browsers send the same cookies, and on an
    # https site a page that somebody on the network has forged over http.
    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        origin = dict(scope["headers"]).get(b"origin", b"").decode("latin1")
        is_same = origin == _origin_of_site(scope)
        application = self.application if is_same else WebsocketDenier()
        return await application(scope, receive, send)


def _origin_of_site(scope: Any) -> str | None:
    # With PRODUCTION the site is https only, even if a proxy does not say so: posts over http are
    # redirected. The result is None if the host is not among ALLOWED_HOSTS.
    # Daphne leaves out the scheme, which is optional in a websocket's scope.
    http_scope = {**scope, "method": "GET", "scheme": SCHEMES[scope.get("scheme", "ws")]}
    request = ASGIRequest(http_scope, BytesIO())
    try:
        return f"{'https' if settings.PRODUCTION else request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return None


limiters.prepare()
reverse("games:home")  # imports the views, for which the first visitor would wait
# Channels tries them in this order. The type stubs of path() expect views, but Channels routes to
# ASGI applications.
ADDRESSES: list[Any] = [
    path("ws/g/<game:game_id>/", GameConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/watch/", WatchConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", NowhereConsumer.as_asgi()),  # type: ignore[arg-type]
]
websockets = SameOriginValidator(CookieMiddleware(URLRouter(ADDRESSES)))
application = TrustedProxies(
    SiteCookies(ProtocolTypeRouter({"http": django_application, "websocket": websockets}))
)
