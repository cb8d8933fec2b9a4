"""The app of the computer player, which has no models."""

from __future__ import annotations

from django.apps import AppConfig


class AiConfig(AppConfig):
    name = "games.ai"
    label = "games_ai"
    verbose_name = "The computer"
