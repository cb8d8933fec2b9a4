"""The page on which visitors remove their name and identity."""

from __future__ import annotations

from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import names
from games.people.accounts.views import require_password
from games.play import services
from games.web import players, sessions
from games.web.common import clear_cache


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    if player is None:
        return redirect("games:home")
    if player.has_account and request.user.is_authenticated:
        require_password(request)
    if request.method != "POST":
        context = {"player": player, "former": _(names.FORMER)}
        return render(request, "people/accounts/forget.html", context)
    words = _("You are forgotten. Here you are a new visitor now.")
    if had_account := player.has_account:
        words = _("Your account is deleted. Here you are a new visitor now.")
    services.forget_player(player)
    if had_account:
        auth.logout(request)
    sessions.sign_out(request.session)
    for choice in sessions.CHOICES:
        request.session.pop(choice, None)
    messages.success(request, words)
    response = redirect("games:home")
    clear_cache(request, response)
    return response
