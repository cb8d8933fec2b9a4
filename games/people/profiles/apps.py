from __future__ import annotations

from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "games.people.profiles"

    def ready(self) -> None:
        from games.people.profiles import seals as seals_of_games
        from games.web import seals

        seals.register(*seals_of_games.COLLECTED)
