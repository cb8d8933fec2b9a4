from __future__ import annotations

from django.urls import path

from games import (
    converters,  # noqa: F401 - registers <game:...>
    messages,
    views,
    watching,
)

app_name = "games"

game_urls = [
    # /g/<id>/
    path("g/<game:game_id>/", views.detail, name="detail"),
    path("g/<game:game_id>/join/", views.join, name="join"),
    path("g/<game:game_id>/withdraw/", views.withdraw, name="withdraw"),
    path("g/<game:game_id>/move/", views.move, name="move"),
    path("g/<game:game_id>/undo/", views.undo, name="undo"),
    path("g/<game:game_id>/decline/", views.decline, name="decline"),
    path("g/<game:game_id>/messages/", messages.messages, name="messages"),
    path("g/<game:game_id>/resign/", views.resign, name="resign"),
    path("g/<game:game_id>/claim/", views.claim, name="claim"),
    path("g/<game:game_id>/rematch/", views.rematch, name="rematch"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("g/", views.create, name="create"),
    path("watch/", watching.watch, name="watch"),
    path("watch/messages/", watching.messages, name="watch_messages"),
    path("name/", views.rename, name="rename"),
    path("device/", views.leave, name="leave"),
    path("device/<slug:secret>/", views.arrive, name="arrive"),
    path("theme/", views.theme, name="theme"),
    path("favicon.ico", views.favicon),
    *game_urls,
]
