"""The addresses of all rooms of people."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("games.people.matching.urls")),
    path("", include("games.people.moderation.urls")),
    path("", include("games.people.own_games.urls")),
    path("", include("games.people.profiles.urls")),
    path("", include("games.people.ratings.urls")),
]
