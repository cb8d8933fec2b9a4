from __future__ import annotations

from typing import Any

from asgiref.sync import sync_to_async
from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods, require_safe

from games.ai.computer_players import COMPUTER_PLAYERS, LEVELS, ComputerPlayer
from games.engine.presets import BOARDS
from games.ops.client_address import client_address
from games.play import errors
from games.presentation import examples, player_wording
from games.presentation.description import describe_game
from games.sockets import live_games
from games.study.exhibitions import services
from games.study.exhibitions.models import Exhibition
from games.study.exhibitions.why import explain
from games.study.session_progress import EXHIBITION, note_answered
from games.web import players, previews
from games.web.common import (
    always_revalidate,
    explain_sign_out,
    prefers_json,
    respond_to,
)
from games.web.fair_play import gives_help, require_help_allowed
from games.web.forms import requested_ply

LISTED = 8
DEFAULTS = {"x": "hard", "o": "champion", "board": "classic"}
TITLE = _("Computer against computer")
DESCRIPTION = _("Choose two computer players, and watch them play each other.")
INCOMPLETE = _("Choose a player for X, one for O, and a board.")


class ExhibitionForm(forms.Form):
    x = forms.ChoiceField(choices=[(id, id) for id in COMPUTER_PLAYERS])
    o = forms.ChoiceField(choices=[(id, id) for id in COMPUTER_PLAYERS])
    board = forms.ChoiceField(choices=[(id, id) for id in BOARDS])

    def terms(self) -> dict[str, Any]:
        data, computers = self.cleaned_data, COMPUTER_PLAYERS
        return {
            "x": computers[data["x"]],
            "o": computers[data["o"]],
            "variant": BOARDS[data["board"]].variant,
        }


@require_http_methods(["GET", "HEAD", "POST"])
@always_revalidate
def index(request: HttpRequest) -> HttpResponse:
    explain_sign_out(request, players.current(request))
    if request.method != "POST":
        return _page(request, DEFAULTS)
    form = ExhibitionForm(request.POST)
    if not form.is_valid():
        return _page(request, {**DEFAULTS, **form.cleaned_data}, gettext(INCOMPLETE), status=400)
    try:
        require_help_allowed(request)
        player, address = players.current(request), client_address(request)
        id = player.pk if player else None
        game = services.start_exhibition(player_id=id, address=address, **form.terms())
    except errors.Refused as refusal:
        return _page(request, form.cleaned_data, respond_to(refusal), status=refusal.http_status)
    note_answered(request, EXHIBITION)
    return redirect(game)


def _page(
    request: HttpRequest, choices: dict[str, Any], alert: str = "", *, status: int = 200
) -> HttpResponse:
    context = {
        **previews.of_site(request, TITLE, DESCRIPTION),
        "visitor": players.current(request),
        "alert": alert,
        "sides": [("X", "x", choices["x"]), ("O", "o", choices["o"])],
        "groups": _groups(),
        "boards": [(board, examples.sample(board.variant)) for board in BOARDS.values()],
        "board": BOARDS[choices["board"]],
        "latest": _latest(),
    }
    return render(request, "study/exhibitions/exhibitions.html", context, status=status)


def _groups() -> list[tuple[str, list[ComputerPlayer]]]:
    others = [player for id, player in COMPUTER_PLAYERS.items() if id not in LEVELS]
    return [("", list(LEVELS.values())), (gettext("Other players"), others)]


def _latest() -> list[dict[str, Any]]:
    exhibitions = Exhibition.objects.select_related("game__x", "game__o")[:LISTED]
    games = [live_games.summarize(exhibition.game) for exhibition in exhibitions]
    return [
        {"game": game, "rivals": player_wording.rivals(game), "drawing": describe_game(game)}
        for game in games
    ]


@require_safe
@gives_help
async def why(request: HttpRequest, game_id: str) -> HttpResponse:
    game = await sync_to_async(services.find_exhibition)(game_id)
    ply = requested_ply(request, game.ply) or game.ply
    words = await explain(game, ply, client_address(request)) if ply else ""
    if prefers_json(request):
        return JsonResponse({"words": words})
    back = f"{game.get_absolute_url()}?ply={ply}"
    context = {"title": gettext("Why this move?"), "words": words, "back": back}
    context["back_words"] = gettext("Back to the game")
    return await sync_to_async(render)(request, "web/message_page.html", context)
