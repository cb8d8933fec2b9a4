"""The addresses of all rooms of people."""

from __future__ import annotations

from django.urls import include, path

from games.people.accounts import devices, forget, rename

urlpatterns = [
    path("name/", rename.rename, name="rename"),
    path("device/", devices.leave, name="leave"),
    path("device/<str:secret>/", devices.arrive, name="arrive"),
    path("forget/", forget.forget, name="forget"),
    path("", include("games.people.album.urls")),
    path("", include("games.people.lobby.urls")),
    path("", include("games.people.friends.urls")),
    path("", include("games.people.moderation.urls")),
    path("", include("games.people.profiles.urls")),
    path("", include("games.people.duels.urls")),
]
