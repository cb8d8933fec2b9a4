"""The page of live games."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games import protocol
from games.engine import Board
from games.engine.presets import BOARDS
from games.pages import demo_game
from games.presentation.description import describe, describe_game
from games.sockets import live_games
from games.web.common import always_revalidate, prefers_json


@require_safe
@always_revalidate
@vary_on_headers("Accept")
def watch(request: HttpRequest) -> HttpResponse:
    games = live_games.read()
    if prefers_json(request):
        return JsonResponse(protocol.games([game["id"] for game in games], games))
    context = {
        "games": [{"live_game": game, "drawing": describe_game(game)} for game in games],
        **demo_game.context(request),
        "empty": describe(Board()),
        "boards": [describe(Board(board.variant)) for board in BOARDS.values()],
    }
    return render(request, "pages/watch/watch.html", context)
