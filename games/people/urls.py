from __future__ import annotations

from django.urls import include, path

from games.people.accounts import views as accounts

urlpatterns = [
    path("name/", accounts.rename, name="rename"),
    path("device/", accounts.leave, name="leave"),
    path("device/<str:secret>/", accounts.arrive, name="arrive"),
    path("forget/", accounts.forget, name="forget"),
    path("", include("games.people.lobby.urls")),
    path("", include("games.people.friends.urls")),
    path("", include("games.people.moderation.urls")),
    path("", include("games.people.profiles.urls")),
    path("", include("games.people.duels.urls")),
]
