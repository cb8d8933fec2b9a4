"""The app of what one learns from beside play; it hears from play by signals."""

from __future__ import annotations

from django.apps import AppConfig


class StudyConfig(AppConfig):
    name = "games.study"
    label = "games_study"
    verbose_name = "Study"

    def ready(self) -> None:
        from games.play.signals import game_finished, player_forgotten
        from games.study.menace.services import learn
        from games.study.puzzles.services import forget_attempts

        game_finished.connect(learn)
        player_forgotten.connect(forget_attempts)
