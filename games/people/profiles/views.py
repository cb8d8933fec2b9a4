from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine import BOARDS
from games.models import Game, Player
from games.ops.client_address import client_address
from games.people.duels.views import rated_boards
from games.people.profiles import achievements, export, figures, history
from games.people.profiles.history import Cursor, GameFilter
from games.play import errors, limits
from games.web import players
from games.web.common import always_revalidate, explain_sign_out, render_page
from games.web.downloads import download

TEMPLATE = "people/profiles/games.html"
PAGE_SIZE = 20
CONTINUED = 5  # games that are not over, above all others
SHOWN_TO_OTHERS = 6
# With a filter by the status alone, SQLite would sort all of a player's finished games.
IS_RESULT = ~Q(status__in=set(Game.Status) - {Game.Status.FINISHED}) & ~Q(x=F("o"))
IS_PUBLIC = Q(is_public=True)
COUNTED_FOR_OTHERS = IS_PUBLIC | ~Q(level_of_other="")
RESULTS = (*figures.RESULTS, history.UNFINISHED, history.MISTAKEN)


class FilterForm(forms.Form):
    board = forms.ChoiceField(choices=[(board, board) for board in BOARDS], required=False)
    result = forms.ChoiceField(choices=[(result, result) for result in RESULTS], required=False)
    before = forms.RegexField(history.PLACE, required=False)

    def game_filter(self) -> GameFilter:
        board = BOARDS.get(self.cleaned_data["board"])
        return GameFilter(board.variant if board else None, self.cleaned_data["result"])


NoSuchGames = errors.refusal(
    "no_such_games",
    gettext_noop("There are no such games. Choose a board or a result."),
    400,
)
NoSuchProfile = errors.refusal(
    "no_such_profile",
    gettext_noop("Nobody has this name, or they keep their profile private."),
    404,
)


@require_safe
@always_revalidate
def own_games(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    explain_sign_out(request, player)
    form = FilterForm(request.GET)
    refusal = None if form.is_valid() else NoSuchGames()
    context: dict[str, Any] = {"visitor": player}
    if player and not refusal:
        context |= _page(player, form)
    return render_page(request, TEMPLATE, context, refusal)


@require_safe
@always_revalidate
def profile(request: HttpRequest, name: str | None = None) -> HttpResponse:
    visitor = players.current(request)
    name = request.GET.get("name", "") if name is None else name
    player = Player.objects.filter(user__is_active=True).with_account(name)
    if player is None or (player.private_since and player != visitor):
        nobody = "people/profiles/no_such_profile.html"
        return render_page(request, nobody, {"visitor": visitor}, NoSuchProfile())
    if name != player.name:
        return redirect(player.get_profile_url())
    seen, mastered = IS_PUBLIC & IS_RESULT, achievements.on_boards(player)
    told = _figures(player, GameFilter(), COUNTED_FOR_OTHERS)
    context: dict[str, Any] = {
        "visitor": visitor,
        "player": player,
        "is_own": player == visitor,
        "games": history.page(player, GameFilter(), None, SHOWN_TO_OTHERS, seen),
        **told,
        "rows": [row._replace(achievements=mastered.get(row.board, ())) for row in told["rows"]],
        "rated_boards": rated_boards(player),
    }
    return render_page(request, TEMPLATE, context)


@require_http_methods(["GET", "HEAD", "POST"])
def own_profile(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    if player is None or not player.has_account:
        return redirect("games:home")
    if request.method == "POST":
        is_private = "private" in request.POST
        player.private_since = timezone.now() if is_private else None
        player.save(update_fields=["private_since"])
        said = _("Only you see your profile now.") if is_private else _("Everybody may see it now.")
        messages.success(request, said)
    return redirect(player.get_profile_url())


@never_cache
@require_safe
def everything(request: HttpRequest) -> HttpResponseBase:
    player = players.current(request)
    if player is None:
        return redirect("games:own_games")
    limits.count_visitor(limits.EXPORTS, player.pk, client_address(request))
    name = f"tic-tac-toe-{timezone.localdate()}.json"
    return download(export.everything(player), name, "application/json")


def _page(player: Player, form: FilterForm) -> dict[str, Any]:
    place, wanted = form.cleaned_data["before"], form.game_filter()
    before = Cursor.parse(place) if place else None
    is_filtered, is_first = wanted != GameFilter(), before is None
    visible = history.EVERY_GAME if is_filtered else history.OVER
    # One more than is shown tells whether there are more.
    games = history.page(player, wanted, before, PAGE_SIZE + 1, visible)
    shown = games[:PAGE_SIZE]
    return {
        "games": shown,
        "listed": history.count(player, wanted),
        "continued": _to_continue(player) if is_first and not is_filtered else [],
        "chosen": form.cleaned_data["result"],
        "chosen_board": form.cleaned_data["board"],
        "is_filtered": is_filtered,
        "is_first": is_first,
        "older": history.cursor_at(shown[-1].game) if len(games) > PAGE_SIZE else None,
        **_figures(player, wanted),
    }


def _to_continue(player: Player) -> list[history.ListedGame]:
    unfinished = GameFilter(result=history.UNFINISHED)
    return sorted(history.page(player, unfinished, None, CONTINUED), key=lambda each: each.urgency)


def _figures(player: Player, wanted: GameFilter, counted: Q = history.EVERY_GAME) -> dict[str, Any]:
    every = figures.tallies(player, counted)
    code = str(wanted.variant) if wanted.variant else ""
    found = [tally for tally in every if code in ("", tally.variant_code)]
    return {"total": figures.row("", found), "rows": figures.by_board(every)}
