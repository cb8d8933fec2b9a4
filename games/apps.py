"""The app of the games, whose label all tables have."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Tic-tac-toe"
