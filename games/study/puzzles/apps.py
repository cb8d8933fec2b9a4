from __future__ import annotations

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    name = "games.study.puzzles"

    def ready(self) -> None:
        from games.study.puzzles import seals as seals_of_puzzles
        from games.web import seals

        seals.register(seals_of_puzzles.COLLECTED)
