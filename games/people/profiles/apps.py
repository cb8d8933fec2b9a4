from __future__ import annotations

from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "games.people.profiles"

    def ready(self) -> None:
        from games.people.profiles.achievements import COLLECTED
        from games.people.profiles.album import PART
        from games.web import achievements, game_parts

        game_parts.register(PART)
        achievements.register(*COLLECTED)
