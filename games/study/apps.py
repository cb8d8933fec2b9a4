"""The app of study, which brings Menace's moves and connects its receivers to play."""

from __future__ import annotations

from django.apps import AppConfig


class StudyConfig(AppConfig):
    name = "games.study"
    label = "games_study"
    verbose_name = "Study"

    def ready(self) -> None:
        from games.ai.choosers import register
        from games.ai.computer_players import MENACE
        from games.models import kinds
        from games.ops import periodic_tasks
        from games.play.signals import game_finished
        from games.study.exhibitions import game_part as exhibition_part
        from games.study.exhibitions.kind import ExhibitionKind
        from games.study.explorer import game_part as explorer_part
        from games.study.menace import game_part as menace_part
        from games.study.menace import seals as seals_of_menace
        from games.study.menace.services import learn, new_chooser
        from games.study.puzzles import seals as seals_of_puzzles
        from games.study.reviews.job import start_latest
        from games.web import game_parts, seals

        register(MENACE, new_chooser)
        periodic_tasks.register(start_latest, 10)
        kinds.register(ExhibitionKind())
        for room in (exhibition_part, explorer_part, menace_part):
            game_parts.register(room.PART)
        seals.register(seals_of_menace.COLLECTED, seals_of_puzzles.COLLECTED)
        game_finished.connect(learn)
