"""The profile of somebody with an account, and what visitors decide and get of their own."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.ops.client_address import client_address
from games.people.profiles import export, page, services
from games.play import errors, limits
from games.web import players
from games.web.common import always_revalidate, refused, render_page
from games.web.downloads import download


@require_safe
@always_revalidate
def profile(request: HttpRequest, name: str | None = None) -> HttpResponse:
    visitor = players.current(request)
    name = request.GET.get("name", "") if name is None else name
    context: dict[str, Any] = {"visitor": visitor}
    try:
        player = services.find_profile(name, visitor)
    except services.NoSuchProfile as refusal:
        return render_page(request, "people/profiles/no_such_profile.html", context, refusal)
    if name != player.name:
        return redirect(player.get_profile_url())
    context |= {**page.context(player), "is_own": player == visitor}
    return render_page(request, "people/profiles/profile.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    if player is None or not player.has_account:
        return redirect("games:home")
    if request.method == "POST":
        is_private = "private" in request.POST
        services.set_private(player, is_private=is_private)
        said = _("Only you see your profile now.") if is_private else _("Everybody may see it now.")
        messages.success(request, said)
    return redirect(player.get_profile_url())


@never_cache
@require_safe
def everything(request: HttpRequest) -> HttpResponseBase:
    player = players.current(request)
    if player is None:
        return redirect("games:own_games")
    try:
        limits.count_visitor(limits.EXPORTS, player.pk, client_address(request))
    except errors.TooMany as refusal:
        return refused(request, refusal)
    name = f"tic-tac-toe-{localdate()}.json"
    return download(export.everything(player), name, "application/json")
