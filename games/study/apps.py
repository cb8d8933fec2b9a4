"""The app of study, which brings Menace's moves and connects its receivers to play."""

from __future__ import annotations

from django.apps import AppConfig


class StudyConfig(AppConfig):
    name = "games.study"
    label = "games_study"
    verbose_name = "Study"

    def ready(self) -> None:
        from games.ai.computer_players import MENACE, register
        from games.play.signals import (
            game_finished,
            player_exported,
            player_forgotten,
            player_merged,
        )
        from games.study.menace.services import learn, new_chooser
        from games.study.puzzles.services import export_attempts, forget_attempts, join_attempts

        register(MENACE, new_chooser)
        game_finished.connect(learn)
        player_forgotten.connect(forget_attempts)
        player_exported.connect(export_attempts)
        player_merged.connect(join_attempts)
