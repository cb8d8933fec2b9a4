"""The settings: one page, which scripts show as a sheet over any other, and one's name and face."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import faces
from games.ops.client_address import client_address
from games.play import services
from games.web import players, settings_parts
from games.web.common import action, safe_next


@never_cache
@require_safe
def settings(request: HttpRequest) -> HttpResponse:
    context = {
        **settings_parts.context(request, players.current(request)),
        "inks": faces.INKS.items(),
        "next": safe_next(request),
    }
    return render(request, "pages/settings/settings.html", context)


@never_cache
@require_safe
def person(request: HttpRequest) -> HttpResponse:
    context = {"faces": faces.FACES.items(), "next": safe_next(request)}
    return render(request, "pages/settings/person.html", context)


@action
def look(request: HttpRequest) -> HttpResponse:
    chosen = {name: request.POST.get(name, "") for name in ("face", "ink")}
    services.change_look(players.acting(request), **chosen, address=client_address(request))
    return redirect(safe_next(request))
