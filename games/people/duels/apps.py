from __future__ import annotations

from django.apps import AppConfig


class DuelsConfig(AppConfig):
    name = "games.people.duels"

    def ready(self) -> None:
        from games.models import kinds
        from games.people.duels import fair_play, page
        from games.people.duels import seals as seals_of_duels
        from games.people.duels.kind import DuelKind
        from games.play.signals import help_asked
        from games.web import game_parts, seals

        kinds.register(DuelKind())
        game_parts.register(page.PART)
        seals.register(seals_of_duels.COLLECTED)
        help_asked.connect(fair_play.refuse_help)
