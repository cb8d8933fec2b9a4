from __future__ import annotations

from django.apps import AppConfig


class ExplorerConfig(AppConfig):
    name = "games.study.explorer"

    def ready(self) -> None:
        from games.study.explorer.addresses import address
        from games.study.positions import shown_moves
        from games.web import game_parts

        # The link stands where it helps nobody who still plays.
        part = game_parts.GamePart(
            applies=lambda game: game.level is not None or game.is_over,
            templates={"links": "study/explorer/_link.html"},
            context=lambda shown: {"explorer": address(shown.game.variant, shown_moves(shown))},
        )
        game_parts.register(part)
