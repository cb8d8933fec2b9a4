from __future__ import annotations

from django.apps import AppConfig


class AlbumConfig(AppConfig):
    name = "games.people.album"

    def ready(self) -> None:
        from games.people.album import parts
        from games.web import game_parts

        game_parts.register(parts.PART)
