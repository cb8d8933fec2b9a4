from __future__ import annotations

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    name = "games.study.reviews"

    def ready(self) -> None:
        from games.ops import periodic_tasks
        from games.study.reviews.job import start_latest

        periodic_tasks.register(start_latest, 10)
