"""The app of people, which connects its receivers to play."""

from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "games.people"
    label = "games_people"
    verbose_name = "People"
