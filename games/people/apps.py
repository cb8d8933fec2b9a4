"""The app of people, which connects its receivers to play."""

from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "games.people"
    label = "games_people"
    verbose_name = "People"

    def ready(self) -> None:
        from games.people.accounts.services import end_logins, export_account
        from games.people.matching.services import requeue
        from games.people.moderation.services import (
            export_blocks_and_reports,
            forget_blocks,
            join_blocks,
            refuse_blocked,
        )
        from games.people.own_games.export import export_games
        from games.people.profiles.export import export_person
        from games.people.profiles.services import forget_account
        from games.people.ratings import duels
        from games.play.signals import (
            game_closed,
            game_finished,
            player_exported,
            player_forgotten,
            player_joining,
            player_merged,
        )

        game_closed.connect(requeue)
        game_finished.connect(duels.go_on)
        player_joining.connect(refuse_blocked)
        player_joining.connect(duels.refuse_link)
        player_forgotten.connect(forget_blocks)
        player_forgotten.connect(duels.forget_ratings)
        player_forgotten.connect(end_logins)  # before the account is gone
        player_forgotten.connect(forget_account)
        exports = (export_person, export_account, export_games, export_blocks_and_reports)
        player_exported.connect(duels.export_ratings)
        for export in exports:
            player_exported.connect(export)
        player_merged.connect(join_blocks)
        player_merged.connect(duels.join_ratings)
