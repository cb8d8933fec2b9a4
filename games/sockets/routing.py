"""Channels tries them in this order."""

from __future__ import annotations

from typing import Any

from django.urls import path, re_path

from games.sockets.game_consumer import GameConsumer, NowhereConsumer
from games.sockets.watch_consumer import WatchConsumer
from games.web import converters  # noqa: F401 - registers <game:...>

# The type stubs of path() expect views, but Channels routes to ASGI applications.
websocket_urlpatterns: list[Any] = [
    path("ws/g/<game:game_id>/", GameConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/watch/", WatchConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", NowhereConsumer.as_asgi()),  # type: ignore[arg-type]
]
