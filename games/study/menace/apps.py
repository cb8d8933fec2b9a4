from __future__ import annotations

from django.apps import AppConfig


class MenaceConfig(AppConfig):
    name = "games.study.menace"

    def ready(self) -> None:
        from games.ai.choosers import register
        from games.ai.computer_players import MENACE
        from games.play.signals import game_finished
        from games.study.menace.services import COLLECTED, learn, new_chooser
        from games.study.menace.views import last_box
        from games.web import achievements, game_parts

        register(MENACE, new_chooser)
        game_parts.register(
            game_parts.GamePart(
                applies=lambda game: game.level == MENACE.id,
                templates={
                    "links": "study/menace/_link.html",
                    "beside": "study/menace/_last_box.html",
                },
                context=lambda shown: last_box(shown.game, shown.ply),
                scripts=("js/study/menace.js",),
            )
        )
        achievements.register(COLLECTED)
        game_finished.connect(learn)
