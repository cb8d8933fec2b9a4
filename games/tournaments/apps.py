from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"

    def ready(self) -> None:
        from games.models import kinds
        from games.ops import periodic_tasks
        from games.tournaments import entrants, hosting, polling
        from games.tournaments.kind import ArenaKind, RoundKind
        from games.tournaments.views import player
        from games.web import game_parts
        from games.web.early_answers import EARLY_ANSWERS

        kinds.register(ArenaKind())
        kinds.register(RoundKind())
        game_parts.register(player.PART)
        EARLY_ANSWERS[polling.PATH] = polling.state
        periodic_tasks.register(entrants.store_seen, 1)
        periodic_tasks.register(hosting.tick, 1)
        periodic_tasks.register(hosting.remove_old, 60 * 60)
