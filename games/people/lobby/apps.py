from __future__ import annotations

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "games.people.lobby"

    def ready(self) -> None:
        from games.models import kinds
        from games.ops import periodic_tasks
        from games.people.lobby import services, views
        from games.people.lobby.kind import LobbyKind
        from games.people.lobby.models import SIGNS_STORED_EVERY
        from games.web import game_parts

        kinds.register(LobbyKind())
        periodic_tasks.register(services.tend_queue, SIGNS_STORED_EVERY)
        periodic_tasks.register(services.remove_abandoned, 20)
        periodic_tasks.register(services.remove_old_seeks, 600)
        for part in (views.LOOKING, views.AFTERWARDS):
            game_parts.register(part)
