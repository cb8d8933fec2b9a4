"""A room whose games are played without help receives ``help_asked``."""

from __future__ import annotations

from collections.abc import Collection

from games.models import Game
from games.play.signals import help_asked


def require_help_allowed(players: Collection[int], accounts: Collection[int] = ()) -> None:
    if players or accounts:
        help_asked.send(Game, players=players, accounts=accounts)


def require_computer_allowed(game: Game) -> None:
    if game.level is None:
        return
    for player in (game.x, game.o):
        if player and player.has_account:  # guests play no such games
            require_help_allowed([player.pk])
