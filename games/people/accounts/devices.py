"""Moving to another device by a link that is made on one and opened on the other."""

from __future__ import annotations

from urllib.parse import quote

from allauth.account.utils import perform_login
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from games.models import TRANSFER_LIFETIME
from games.ops.client_address import client_address
from games.play import errors, services
from games.web import players, sessions
from games.web.common import absolute_url, action, link_context, qr_code, render_page, safe_next


@action
def leave(request: HttpRequest) -> HttpResponse:
    player = players.acting(request)
    secret = services.offer_transfer(player, address=client_address(request))
    path = f"{reverse('games:arrive', args=[secret])}?next={quote(safe_next(request))}"
    link = absolute_url(request, path)
    context = {
        "player": player,
        "link": link,
        "qr_code": qr_code(link),
        "minutes": TRANSFER_LIFETIME.seconds // 60,
    }
    response = render(request, "people/accounts/leave.html", {**context, **link_context(request)})
    response["Cache-Control"] = "no-store"
    return response


@cache_control(no_store=True)
def arrive(request: HttpRequest, secret: str) -> HttpResponse:
    """Ask a visitor with such a link whether to go on here, and sign them in after the post.

    A GET changes nothing, because previews in messengers open links too.
    """
    try:
        transfer = services.find_transfer(secret)
        if request.method != "POST":
            here = players.current(request)
            context = {"player": transfer.player, "here": here, "next": safe_next(request)}
            return render(request, "people/accounts/arrive.html", context)
        return _sign_in(request, secret)
    except errors.LinkUsed as refusal:
        return render_page(request, "people/accounts/link_used.html", {}, refusal)


@transaction.atomic
def _sign_in(request: HttpRequest, secret: str) -> HttpResponse:
    # An account is signed in here too; a guest is only here from now on.
    player, following = services.accept_transfer(secret), safe_next(request)
    if player.user:
        response: HttpResponse = perform_login(request, player.user, redirect_url=following)
    else:
        sessions.sign_in(request.session, player.credential)
        welcome = _("You are <bdi>{name}</bdi> on this device now.")
        messages.success(request, format_html(welcome, name=player))
        response = redirect(following)
    request.session.save()
    return response
