"""Players, their games, and every move of them."""

from __future__ import annotations

from games.models.games import FOLLOWING, ID_ALPHABET, ID_LENGTH, Game, GameQuerySet, new_id
from games.models.moves import CELLS, Heard, Hint, Move
from games.models.people import TRANSFER_KEPT, Player, Transfer, new_name

__all__ = [
    "CELLS",
    "FOLLOWING",
    "ID_ALPHABET",
    "ID_LENGTH",
    "TRANSFER_KEPT",
    "Game",
    "GameQuerySet",
    "Heard",
    "Hint",
    "Move",
    "Player",
    "Transfer",
    "new_id",
    "new_name",
]
