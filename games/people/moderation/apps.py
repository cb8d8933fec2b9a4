from __future__ import annotations

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    name = "games.people.moderation"

    def ready(self) -> None:
        from games.people.moderation import restrictions, services
        from games.play.signals import player_joining, seat_lost

        player_joining.connect(services.refuse_blocked)
        seat_lost.connect(restrictions.why_signed_out)
