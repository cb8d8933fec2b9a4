from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.ai.computer_players import LEVELS
from games.web import achievements, players
from games.web.common import always_revalidate, explain_sign_out
from games.web.game_parts import GamePart, Shown


@require_safe
@always_revalidate
def album(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    explain_sign_out(request, player)
    codes = achievements.codes_of(player) if player else set()
    context = {
        "visitor": player,
        "levels": LEVELS.values(),
        "achievements": achievements.all_achievements(),
        "codes": codes,
        "next": achievements.next_achievement(player, codes),
    }
    return render(request, "people/profiles/album.html", context)


def _of_game(shown: Shown) -> dict[str, Any]:
    result, player = shown.state["result"], shown.visitor
    if not (player and result and shown.state["you"]):
        return {}
    for new in achievements.unlocked_by(shown.game, player, result)[:1]:
        return {"new_achievement": new}
    return {}


PART = GamePart(
    applies=lambda game: True,
    templates={"result": "people/profiles/_new_achievement.html"},
    context=_of_game,
    scripts=("js/people/album.js",),
)
