"""The page of exhibitions: a form to start one, and the latest ones."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from games.ai.computer_players import COMPUTER_PLAYERS
from games.ai.levels import LEVELS, ComputerPlayer
from games.engine.presets import BOARDS
from games.models import Exhibition
from games.models.exhibitions import DEFAULT_PACE
from games.ops.client_address import client_address
from games.play import errors, services
from games.presentation import drawing, examples, player_wording, wording
from games.protocol import PACES
from games.sockets import live_games
from games.web import players, previews
from games.web.common import always_revalidate, explain, explain_sign_out

LISTED = 8
DEFAULTS = {"x": "hard", "o": "champion", "board": "classic", "pace": DEFAULT_PACE}
TITLE = _("Computer against computer")
DESCRIPTION = _("Choose two computer players, and watch them play each other.")
INCOMPLETE = _("Choose a player for X, one for O, a board and a speed.")


class ExhibitionForm(forms.Form):
    x = forms.ChoiceField(choices=[(id, id) for id in COMPUTER_PLAYERS])
    o = forms.ChoiceField(choices=[(id, id) for id in COMPUTER_PLAYERS])
    board = forms.ChoiceField(choices=[(id, id) for id in BOARDS])
    pace = forms.TypedChoiceField(choices=[(pace, pace) for pace in PACES], coerce=int)

    def terms(self) -> dict[str, Any]:
        """Return the choices as arguments of ``services.start_exhibition``."""
        data, computers = self.cleaned_data, COMPUTER_PLAYERS
        return {
            "x": computers[data["x"]],
            "o": computers[data["o"]],
            "variant": BOARDS[data["board"]].variant,
            "pace": data["pace"],
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
        owner, address = players.acting(request), client_address(request)
        return redirect(services.start_exhibition(owner, address=address, **form.terms()))
    except errors.Refused as refusal:
        return _page(request, form.cleaned_data, explain(refusal), status=refusal.http_status)


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
        "paces": wording.PACES.items(),
        "pace": choices["pace"],
        "latest": _latest(),
    }
    return render(request, "pages/exhibitions/exhibitions.html", context, status=status)


def _groups() -> list[tuple[str, list[ComputerPlayer]]]:
    """Return the levels, and apart from them the other players, under a heading."""
    others = [player for id, player in COMPUTER_PLAYERS.items() if id not in LEVELS]
    return [("", list(LEVELS.values())), (gettext("Other players"), others)]


def _latest() -> list[dict[str, Any]]:
    exhibitions = Exhibition.objects.select_related("game__x", "game__o")[:LISTED]
    games = [live_games.summarize(exhibition.game) for exhibition in exhibitions]
    return [
        {"game": game, "rivals": player_wording.rivals(game), "drawing": drawing.draw_summary(game)}
        for game in games
    ]
