"""The page of the album: the seals that somebody has, and a place for each of the others."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.ai.computer_players import LEVELS
from games.web import players, seals
from games.web.common import always_revalidate, explain_sign_out


@require_safe
@always_revalidate
def index(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    explain_sign_out(request, player)
    codes = seals.codes_of(player) if player else set()
    context = {
        "visitor": player,
        "levels": LEVELS.values(),
        "seals": seals.all_seals(),
        "codes": codes,
        "next": seals.next_seal(player, codes),
    }
    return render(request, "people/album/album.html", context)
