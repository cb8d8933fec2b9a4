"""What other pages say of seals: that of a game which one it has brought, and the file of all."""

from __future__ import annotations

from typing import Any

from games.web import seals
from games.web.game_parts import GamePart, Shown


def context(shown: Shown) -> dict[str, Any]:
    result, player = shown.state["result"], shown.visitor
    if not (player and result and shown.state["you"]):
        return {}
    for seal in seals.unlocked_by(shown.game, player, result)[:1]:
        return {"new_seal": seal, "next_seal": seals.next_seal(player, seals.codes_of(player))}
    return {}


PART = GamePart(
    applies=lambda game: True,
    templates={"result": "people/album/_new_seal.html"},
    context=context,
    scripts=("js/people/album.js",),
)
