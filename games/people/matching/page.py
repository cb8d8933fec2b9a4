"""What the page of a game says to somebody who waits in it for whoever comes."""

from __future__ import annotations

import math
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from games.engine import clock, presets
from games.models import Game
from games.presentation import wording

# Seconds after which the page is loaded again without scripts, which is a sign of life.
REFRESH_WAITING = 4
ALONE_AFTER = timedelta(seconds=10)
MEANWHILE = "medium"  # the level that is offered to somebody who waits


def context(game: Game) -> dict[str, Any]:
    board = presets.named(game.variant)
    looked = Game.objects.filter(goes_on_in=game, reason=Game.Reason.NO_SHOW)
    return {
        "board_id": board.id if board else "",
        "control_name": wording.control(game.control),
        "meanwhile": MEANWHILE,
        "is_long_alone": game.is_seeking and clock.now() - game.created_at > ALONE_AFTER,
        "came_in_vain": game.is_seeking and looked.exists(),
    }


def refresh_after(game: Game, you: Collection[str]) -> int | None:
    """Return the seconds after which to load the page again without scripts, None for never.

    For who has to move that is when the time is over, as an open menu would close.
    """
    if game.awaits_first_move and game.deadline_at and game.turn in you:
        return math.ceil((game.deadline_at - clock.now()).total_seconds()) + 1
    return REFRESH_WAITING if game.is_seeking or game.awaits_first_move else None
