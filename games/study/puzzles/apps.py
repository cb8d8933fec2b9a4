from __future__ import annotations

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    name = "games.study.puzzles"

    def ready(self) -> None:
        from games.study.puzzles.services import COLLECTED
        from games.web import achievements

        achievements.register(COLLECTED)
