from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "games.people.accounts"

    def ready(self) -> None:
        from games.ops import periodic_tasks
        from games.people.accounts.services import end_locks

        periodic_tasks.register(end_locks, 60)
