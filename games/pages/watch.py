"""The page of live games, and the games it shows as JSON for browsers whose sockets are blocked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import protocol
from games.engine import CLASSIC
from games.engine.presets import BOARDS
from games.pages import demo_game
from games.presentation import drawing
from games.sockets import live_games
from games.web.common import always_revalidate


@require_safe
@always_revalidate
def watch(request: HttpRequest) -> HttpResponse:
    games = live_games.read()
    context = {
        "games": [{"live_game": game, "drawing": drawing.draw_summary(game)} for game in games],
        **demo_game.context(request),
        "empty": drawing.blank(CLASSIC),
        "boards": drawing.blanks(board.variant for board in BOARDS.values()),
    }
    return render(request, "pages/watch/watch.html", context)


@require_safe
@never_cache
def messages(request: HttpRequest) -> HttpResponse:
    games = live_games.read()
    shown = [game["id"] for game in games]
    return JsonResponse([protocol.games(shown, games)], safe=False)
