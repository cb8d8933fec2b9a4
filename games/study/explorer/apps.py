from __future__ import annotations

from django.apps import AppConfig


class ExplorerConfig(AppConfig):
    name = "games.study.explorer"

    def ready(self) -> None:
        from games.study.explorer.game_part import PART
        from games.web import game_parts

        game_parts.register(PART)
