from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("games.study.exhibitions.urls")),
    path("", include("games.study.explorer.urls")),
    path("", include("games.study.lessons.urls")),
    path("", include("games.study.menace.urls")),
    path("", include("games.study.own_player.urls")),
    path("", include("games.study.puzzles.urls")),
    path("", include("games.study.reviews.urls")),
    path("", include("games.study.tree.urls")),
]
