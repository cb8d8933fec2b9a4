"""What the page of a game has of calls: the offer to somebody who waits for a friend."""

from __future__ import annotations

from games.web.game_parts import GamePart

WAITING = GamePart(
    applies=lambda game: game.is_between_people and not game.kind,
    templates={"waiting": "people/notifications/_call_me.html"},
)
