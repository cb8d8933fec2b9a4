"""Decides which pages may open a websocket, because websockets have no CSRF token."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

SCHEMES = {"ws": "http", "wss": "https"}


class SameOriginValidator:
    """Lets through pages with the same scheme, host and port as the site itself.

    Channels' AllowedHostsOriginValidator compares the host alone, so it accepts a page of another
    server on another port of this machine, to which browsers send the same cookies, and on an
    https site a page that somebody on the network has forged over http.
    """

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
