"""The addresses of one's own games."""

from __future__ import annotations

from django.urls import path

from games.people.own_games import views

urlpatterns = [
    path("games/", views.index, name="own_games"),
    path("games/statistics/", views.statistics, name="statistics"),
]
