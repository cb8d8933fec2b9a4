from __future__ import annotations

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    name = "games.people.moderation"

    def ready(self) -> None:
        from games.people.moderation import browsers, restrictions, services
        from games.play.signals import player_joining, seat_lost, speaking
        from games.sockets.commands import SPEAKING_CHECKS

        player_joining.connect(services.refuse_blocked)
        seat_lost.connect(restrictions.why_signed_out)
        speaking.connect(restrictions.refuse_silenced)
        SPEAKING_CHECKS.append(browsers.refuse_silenced)
