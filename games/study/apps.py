"""The app of study, which connects its receivers to the signals of play."""

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
