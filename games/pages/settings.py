from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import avatars
from games.ops.client_address import client_address
from games.people.friends.models import NotificationKind
from games.play import services
from games.web import players
from games.web.common import action, safe_next
from games.web.context_processors import THEMES

THEME_AGE = 400 * 24 * 60 * 60  # seconds, the most that browsers keep a cookie


@never_cache
@require_safe
def settings(request: HttpRequest) -> HttpResponse:
    context = {
        "notification_kinds": list(NotificationKind),
        "inks": avatars.INKS.items(),
        "next": safe_next(request),
    }
    return render(request, "pages/settings/settings.html", context)


@never_cache
@require_safe
def person(request: HttpRequest) -> HttpResponse:
    context = {"avatars": avatars.AVATARS.items(), "next": safe_next(request)}
    return render(request, "pages/settings/person.html", context)


@action
def look(request: HttpRequest) -> HttpResponse:
    chosen = {name: request.POST.get(name, "") for name in ("avatar", "ink")}
    services.change_avatar(players.acting(request), **chosen, address=client_address(request))
    return redirect(safe_next(request))


@action
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme")
    response = HttpResponseRedirect(safe_next(request))
    if chosen == "system":
        response.delete_cookie("theme")
    elif chosen in THEMES:
        is_secure = request.is_secure()
        response.set_cookie("theme", chosen, THEME_AGE, secure=is_secure, samesite="Lax")
    return response
