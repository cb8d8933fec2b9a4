"""The page of duels: what they are, a form to look for one, and the leaderboards."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from games.engine.clock import CONTROLS
from games.engine.presets import BOARDS
from games.ops.client_address import client_address
from games.people.duels import page, services
from games.people.duels.openings.book import RATED
from games.people.duels.rules import NAME
from games.people.lobby.queue import Terms
from games.people.lobby.views import NoSuchTerms, go_to
from games.play.errors import Refused
from games.presentation import examples
from games.web import players, previews
from games.web.common import always_revalidate, explain_sign_out, render_page

CLOCKS = {control: CONTROLS[control] for control in ("5s", "10s")}
DEFAULTS = {"board": "5x5", "control": "10s"}
TITLE = _("Duels")
DESCRIPTION = _("Two games from one position, and each begins one. That is fair on any board.")


class DuelForm(forms.Form):
    board = forms.ChoiceField(choices=[(board, board) for board in RATED])
    control = forms.ChoiceField(choices=list(CLOCKS.items()))

    def terms(self) -> Terms:
        data = self.cleaned_data
        return Terms(str(BOARDS[data["board"]].variant), data["control"], kind=NAME)


@require_http_methods(["GET", "HEAD", "POST"])
@always_revalidate
def duels(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        explain_sign_out(request, players.current(request))
        return _page(request, DEFAULTS)
    form = DuelForm(request.POST)
    try:
        if not form.is_valid():
            raise NoSuchTerms
        terms, address = form.terms(), client_address(request)
        player = players.current(request)
        game = services.find_opponent(player, terms.board, terms.control, address=address)
        return go_to(request, game, terms)
    except Refused as refusal:
        return _page(request, {**DEFAULTS, **form.cleaned_data}, refusal)


def _page(
    request: HttpRequest, choices: dict[str, Any], refusal: Refused | None = None
) -> HttpResponse:
    player = players.current(request)
    context = {
        **previews.of_site(request, TITLE, DESCRIPTION),
        "visitor": player,
        "boards": [(board, examples.sample(board.variant)) for board in BOARDS.values()],
        "rated": [BOARDS[board] for board in RATED],
        "clocks": CLOCKS.items(),
        "choices": choices,
        "leaderboards": page.leaderboards(player),
        **page.profile(player, is_own=True),
    }
    return render_page(request, "people/duels/duels.html", context, refusal)
