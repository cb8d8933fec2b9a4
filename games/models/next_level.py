from __future__ import annotations

from typing import TYPE_CHECKING

from games.ai.computer_players import LEVELS
from games.engine.presets import named
from games.protocol import Status

if TYPE_CHECKING:
    from games.models.games import Game


def next_level(game: Game) -> str | None:
    is_finished = game.status == Status.FINISHED and game.winner and not game.start_ply
    if game.level not in LEVELS or not is_finished or not named(game.variant):
        return None
    winner = game.seat(game.winner)
    ids = list(LEVELS)
    place = ids.index(game.level) + (-1 if winner and winner.is_computer else 1)
    return ids[place] if 0 <= place < len(ids) else None
