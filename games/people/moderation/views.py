from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Player
from games.ops.client_address import client_address
from games.people.moderation import services
from games.people.moderation.models import MAX_WORDS, Block, Report
from games.play.errors import NotYourGame, Refused
from games.web import players
from games.web.common import action, render_page


@never_cache
@require_safe
def person(request: HttpRequest, game_id: str) -> HttpResponse:
    return _page(request, game_id)


@action
def block(request: HttpRequest, game_id: str) -> HttpResponse:
    services.block(game_id, _player(request), address=client_address(request))
    messages.success(request, _("Blocked. You two are not paired any more."))
    return redirect("games:blocks")


@action
def report(request: HttpRequest, game_id: str) -> HttpResponse:
    said = {name: request.POST.get(name, "") for name in ("kind", "words", "line")}
    try:
        services.report(game_id, _player(request), **said, address=client_address(request))
    except (services.NoSuchReason, services.TooManyWords) as refusal:
        return _page(request, game_id, said, refusal)  # with the words, so that nobody writes twice
    messages.success(request, _("Thank you. Somebody will look at it."))
    return redirect("games:person", game_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def blocks(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    chosen = request.POST.get("block", "")
    if player and chosen.isascii() and chosen.isdigit() and len(chosen) < 19:
        services.unblock(player, int(chosen))
        return redirect("games:blocks")
    own = player.blocks.filter(by_staff=False) if player else Block.objects.none()
    context = {"blocks": own.select_related("blocked")}
    return render(request, "people/moderation/blocks.html", context)


def _page(
    request: HttpRequest,
    game_id: str,
    said: dict[str, str] | None = None,
    refusal: Refused | None = None,
) -> HttpResponse:
    player = _player(request)
    game, opponent = services.opponent_in(game_id, player)
    lines = services.lines_of(game, opponent)
    context = {
        "game": game,
        "lines": lines,
        "person": opponent,
        "is_blocked": player.blocks.filter(blocked=opponent).exists(),
        "reasons": [each for each in Report.Kind if lines or each != Report.Kind.SAID],
        "most_words": MAX_WORDS,
        "said": said,
    }
    return render_page(request, "people/moderation/person.html", context, refusal)


def _player(request: HttpRequest) -> Player:
    player = players.current(request)
    if player is None:
        raise NotYourGame
    return player
