"""The form for changing one's name, and the page that shows a refused name for correction."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.ops.client_address import client_address
from games.people.moderation import browsers
from games.people.moderation.restrictions import Silenced
from games.play import errors, services
from games.web import players
from games.web.common import action, respond_to, safe_next
from games.web.forms import NameForm


@action
def rename(request: HttpRequest) -> HttpResponse:
    form = NameForm(request.POST)
    if not form.is_valid():
        return _mend(request, str(form.errors["name"][0]), 400)
    try:
        player, name = players.acting(request), form.cleaned_data["name"]
        browsers.refuse_silenced(player.pk, request.COOKIES)
        services.rename_player(player, name=name, address=client_address(request))
    except (errors.TooMany, errors.NameHidden, Silenced) as refusal:
        return _mend(request, respond_to(refusal), refusal.http_status)
    messages.success(request, _("Your name is changed."))
    return redirect(safe_next(request))


def _mend(request: HttpRequest, alert: str, status: int) -> HttpResponse:
    name = request.POST.get("name", "")
    context = {"alert": alert, "name": name, "next": safe_next(request)}
    return render(request, "people/accounts/rename.html", context, status=status)
