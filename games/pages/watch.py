from __future__ import annotations

from functools import lru_cache, partial
from random import Random
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games import protocol
from games.ai import levels
from games.ai.choosers import Chooser
from games.ai.computer_players import LEVELS
from games.ai.selfplay import play_game
from games.engine import CLASSIC, Board, Mark, clock
from games.engine.presets import BOARDS
from games.models import Game
from games.presentation import player_wording
from games.presentation.description import describe, describe_game
from games.presentation.stepper import LineStep, Stepper, line_of_play
from games.sockets import live_games
from games.web.common import always_revalidate, prefers_json
from games.web.forms import requested_ply

PLAYERS = {Mark.X: LEVELS["medium"], Mark.O: LEVELS["hard"]}
GAMES = 100  # different ones, each minute the next
MINUTE = 60


@require_safe
@always_revalidate
@vary_on_headers("Accept")
def watch(request: HttpRequest) -> HttpResponse:
    games = live_games.read()
    words = live_games.count_in_words(Game.objects.live_count())
    if prefers_json(request):
        return JsonResponse(protocol.games([game["id"] for game in games], games, words))
    context = {
        "words": words,
        "games": [{"live_game": game, "drawing": describe_game(game)} for game in games],
        **_demo_context(request),
        "empty": describe(Board()),
        "boards": [describe(Board(board.variant)) for board in BOARDS.values()],
    }
    return render(request, "pages/watch/watch.html", context)


def _demo_context(request: HttpRequest) -> dict[str, Any]:
    number = requested_ply(request, GAMES - 1, "game")
    if number is None:
        number = int(clock.now().timestamp()) // MINUTE % GAMES
    steps = _steps(number, get_language())
    shown = requested_ply(request, len(steps) - 1, "step")
    if shown is None:
        shown = len(steps) // 2  # where there is something to see, also without scripts
    return {
        "demo": Stepper("demo", steps, shown, f"?game={number}&step="),
        "demo_sides": [(mark, player_wording.level_name(p.id)) for mark, p in PLAYERS.items()],
    }


@lru_cache(GAMES)
def _steps(number: int, language: str | None) -> list[LineStep]:
    sides: dict[Mark, Chooser] = {
        mark: partial(levels.choose, level) for mark, level in PLAYERS.items()
    }
    game = play_game(sides, Board(CLASSIC), Random(f"demo/{number}"))  # noqa: S311
    return line_of_play(CLASSIC, (), [cell for _, cell in game.moves])
