"""Fair play: whoever plays a game without help gets none from the site, in no other game either.

A room with such games receives ``help_asked``. Asked by all that searches, or tells a verdict.
"""

from __future__ import annotations

from collections.abc import Collection

from games.models import Game
from games.play.signals import help_asked


def require_help_allowed(players: Collection[int], accounts: Collection[int] = ()) -> None:
    if players or accounts:
        help_asked.send(Game, players=players, accounts=accounts)


def require_computer_allowed(game: Game) -> None:
    """Make sure that the computer may play against a person, as each of its moves is a search."""
    if game.level is None:
        return
    for player in (game.x, game.o):
        if player and player.has_account:  # guests play no such games
            require_help_allowed([player.pk])
