"""How a visitor goes over to another device."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games import players, services
from games.models import TRANSFER_KEPT, Transfer
from games.services import errors
from games.sessions import PLAYER
from games.views.common import absolute, action, qr_code, reach, safe_next


@action
def leave(request: HttpRequest) -> HttpResponse:
    """Make the link that takes a visitor to another device."""
    player = players.acting(request)
    request.session.save()
    secret = services.offer_transfer(player, session_key=str(request.session.session_key))
    path = f"{reverse('games:arrive', args=[secret])}?next={quote(safe_next(request))}"
    link = absolute(request, path)
    context = {"link": link, "qr_code": qr_code(link), "minutes": TRANSFER_KEPT.seconds // 60}
    response = render(request, "games/leave.html", {**context, **reach(request)})
    response["Cache-Control"] = "no-store"
    return response


def arrive(request: HttpRequest, secret: str) -> HttpResponse:
    """Let a visitor come from another device, when they press the button.

    Not on opening the link, for previews of messages open links too.
    """
    try:
        transfer = services.find_transfer(secret)
        if request.method != "POST":
            return render(request, "games/arrive.html", _arrival(request, transfer))
        request.session[PLAYER] = services.accept_transfer(secret).pk
    except errors.LinkUsed as refusal:
        return render(request, "games/link_used.html", {"alert": refusal.message}, status=410)
    request.session.cycle_key()
    messages.success(request, f"You are {transfer.player} on this device now.")
    return redirect(safe_next(request))


def _arrival(request: HttpRequest, transfer: Transfer) -> dict[str, Any]:
    return {
        "player": transfer.player,
        "here": players.current(request),
        "next": safe_next(request),
    }
