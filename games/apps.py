from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Tic-tac-toe"

    def ready(self) -> None:
        from games.ops import periodic_tasks
        from games.play import heartbeat, limiters, services

        periodic_tasks.register(heartbeat.keep_beating, heartbeat.BEAT_EVERY)
        periodic_tasks.register(services.end_overdue_games, 1)
        periodic_tasks.register(services.close_stale_games, 10)
        periodic_tasks.register(services.purge, 60 * 60)
        periodic_tasks.register(limiters.sweep, 60)
