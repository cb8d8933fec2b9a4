"""The app of people, which connects its receivers to play."""

from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "games.people"
    label = "games_people"
    verbose_name = "People"

    def ready(self) -> None:
        from games.people.matching.services import requeue
        from games.people.moderation.services import forget_blocks, refuse_blocked
        from games.play.signals import game_closed, player_forgotten, player_joining

        game_closed.connect(requeue)
        player_forgotten.connect(forget_blocks)
        player_joining.connect(refuse_blocked)
