"""What the visitor's games come to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.own_games import statistics_page
from games.play import errors, limits
from games.web import players
from games.web.common import always_revalidate, explain_sign_out, refused


@require_safe
@always_revalidate
def index(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    explain_sign_out(request, player)
    found = None
    if player:
        try:
            limits.count_person(limits.STATISTICS, player.pk)
        except errors.TooMany as refusal:
            return refused(request, refusal)
        found = statistics_page.of(player)
    context = {"visitor": player, "statistics": found}
    return render(request, "pages/own_games/statistics.html", context)
