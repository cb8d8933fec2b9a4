"""The link from the page of a game against Menace to its matchboxes."""

from __future__ import annotations

from games.ai.computer_players import MENACE
from games.web.game_parts import GamePart

PART = GamePart(
    applies=lambda game: game.level == MENACE.id,
    templates={"links": "study/menace/_link.html"},
)
