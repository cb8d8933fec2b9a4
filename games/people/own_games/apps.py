from __future__ import annotations

from django.apps import AppConfig


class OwnGamesConfig(AppConfig):
    name = "games.people.own_games"

    def ready(self) -> None:
        from games.people.own_games import seals as seals_of_games
        from games.web import seals

        seals.register(*seals_of_games.COLLECTED)
