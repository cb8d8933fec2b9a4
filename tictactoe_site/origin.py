"""Sockets carry no form token, so who may open one is told by the page it is opened from."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier


class SameOriginValidator:
    """Let through only pages of this very host and port; cookies alone do not tell ports apart."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        origin = urlsplit(headers.get(b"origin", b"").decode("latin1")).netloc
        is_ours = origin == headers.get(b"host", b"").decode("latin1")
        application = self.application if is_ours else WebsocketDenier()
        return await application(scope, receive, send)
