"""What the page of a game says of the achievement that the game has brought."""

from __future__ import annotations

from typing import Any

from games.people.own_games import achievements
from games.presentation import board_wording, player_wording
from games.web.game_parts import GamePart, Shown


def context(shown: Shown) -> dict[str, Any]:
    game = shown.game
    return {
        "new_achievements": achievements.unlocked_by(game, shown.visitor, shown.state["result"]),
        "level_name": player_wording.level_name(game.level) if game.level else "",
        "board_name": board_wording.board(game.variant),
    }


PART = GamePart(
    applies=lambda game: game.level is not None,
    templates={"result": "people/own_games/_new_achievement.html"},
    context=context,
)
