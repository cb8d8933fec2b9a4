"""The link from the page of a game to the explorer, where that helps nobody who still plays."""

from __future__ import annotations

from games.study.explorer.addresses import address
from games.study.positions import shown_moves
from games.web.game_parts import GamePart

PART = GamePart(
    applies=lambda game: game.level is not None or game.is_over,
    templates={"links": "study/explorer/_link.html"},
    context=lambda shown: {"explorer": address(shown.game.variant, shown_moves(shown))},
)
