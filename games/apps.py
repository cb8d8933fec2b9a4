"""The app of the games; all models have its label."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Tic-tac-toe"
