from __future__ import annotations

from typing import Any

from django.urls import path

from games.consumers import GameConsumer

# The stubs of path() know only views; Channels routes to applications.
websocket_urlpatterns: list[Any] = [
    path("ws/g/<str:game_id>/", GameConsumer.as_asgi()),  # type: ignore[arg-type]
]
