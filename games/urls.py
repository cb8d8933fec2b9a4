from __future__ import annotations

from django.urls import include, path

app_name = "games"

urlpatterns = [
    path("", include("games.pages.urls")),
    path("", include("games.study.urls")),
    path("", include("games.people.urls")),
    path("", include("games.tournaments.urls")),
]
