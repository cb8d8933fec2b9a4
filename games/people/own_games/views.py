"""The games of the visitor: all of them, newest first, a page at a time, and their statistics."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.ai.computer_players import OPPONENTS
from games.engine import BOARDS
from games.models import Player
from games.people.own_games import history, statistics_page
from games.people.own_games.history import Cursor, GameFilter
from games.people.own_games.wording import OwnGame, describe, urgency
from games.play import errors, limits
from games.web import players
from games.web.common import always_revalidate, explain_sign_out, refused, render_page

PAGE_SIZE = 20
CONTINUED = 5  # games that are not over, above all others
# The names of what can be chosen are translated by the template that shows them.
RIVALS = {history.PERSON: _("People"), history.DEVICE: _("On this device")}
RESULTS = {
    history.WON: _("Won"),
    history.DRAWN: _("Drawn"),
    history.LOST: _("Lost"),
    history.UNFINISHED: _("Not over yet"),
}


class OwnGamesForm(forms.Form):
    board = forms.ChoiceField(
        choices=[(board.id, board.name) for board in BOARDS.values()], required=False
    )
    opponent = forms.ChoiceField(
        choices=[*RIVALS.items(), *((rival.id, rival.name) for rival in OPPONENTS.values())],
        required=False,
    )
    result = forms.ChoiceField(choices=list(RESULTS.items()), required=False)
    before = forms.CharField(required=False)

    def clean_before(self) -> Cursor | None:
        text = self.cleaned_data["before"]
        try:
            return Cursor.parse(text) if text else None
        except ValueError as error:
            raise ValidationError(str(error)) from None

    def game_filter(self) -> GameFilter:
        board = BOARDS.get(self.cleaned_data["board"])
        opponent, result = self.cleaned_data["opponent"], self.cleaned_data["result"]
        return GameFilter(board.variant if board else None, opponent, result)


class NoSuchGames(errors.Refused):
    code = "no_such_games"
    http_status = 400
    message = _("There are no such games. Choose a board, an opponent or a result.")


@require_safe
@always_revalidate
def index(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    explain_sign_out(request, player)
    form = OwnGamesForm(request.GET)
    refusal = None if form.is_valid() else NoSuchGames()
    context = {
        "visitor": player,
        "boards": BOARDS.values(),
        "rivals": RIVALS.items(),
        "levels": OPPONENTS.values(),
        "results": RESULTS.items(),
        "choice": {} if refusal else form.cleaned_data,
    }
    if player and not refusal:
        context |= _page(player, form)
    return render_page(request, "people/own_games/own_games.html", context, refusal)


@require_safe
@always_revalidate
def statistics(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    explain_sign_out(request, player)
    found = None
    if player:
        try:
            limits.count(limits.STATISTICS, player_id=player.pk)
        except errors.TooMany as refusal:
            return refused(request, refusal)
        found = statistics_page.of(player)
    context = {"visitor": player, "statistics": found}
    return render(request, "people/own_games/statistics.html", context)


def _page(player: Player, form: OwnGamesForm) -> dict[str, Any]:
    before, game_filter = form.cleaned_data["before"], form.game_filter()
    is_filtered = game_filter != GameFilter()
    visible = history.EVERY_GAME if is_filtered else history.OVER
    # One more than is shown tells whether there are more.
    games = history.page(player, game_filter, before, PAGE_SIZE + 1, visible)
    shown = games[:PAGE_SIZE]
    older = history.cursor_at(shown[-1]) if len(games) > PAGE_SIZE else None
    return {
        "games": describe(shown, player),
        "continued": [] if is_filtered or before else _to_continue(player),
        "is_filtered": is_filtered,
        "is_first": before is None,
        "older": _address(form, older) if older else "",
        "newest": _address(form, None),
    }


def _to_continue(player: Player) -> list[OwnGame]:
    games = history.page(player, GameFilter(result=history.UNFINISHED), None, CONTINUED)
    return sorted(describe(games, player), key=urgency)


def _address(form: OwnGamesForm, before: Cursor | None) -> str:
    chosen = {**form.cleaned_data, "before": before}
    return urlencode({name: value for name, value in chosen.items() if value})
