from __future__ import annotations

from django.apps import AppConfig


class DuelsConfig(AppConfig):
    name = "games.people.duels"

    def ready(self) -> None:
        from games.models import kinds
        from games.people.duels import services, views
        from games.people.duels.kind import DuelKind
        from games.people.duels.services import COLLECTED
        from games.play.signals import help_asked
        from games.web import achievements, game_parts

        kinds.register(DuelKind())
        game_parts.register(views.PART)
        achievements.register(COLLECTED)
        help_asked.connect(services.refuse_help)
