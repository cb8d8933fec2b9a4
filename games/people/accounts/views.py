from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from textwrap import wrap
from typing import Any
from urllib.parse import quote

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.utils import perform_login
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.generic.edit import FormView

from games.models import TRANSFER_LIFETIME, Player, names
from games.ops import client_address
from games.people.accounts import merge
from games.people.accounts.forms import BrowsersForm, RecoveryForm
from games.people.accounts.recovery_codes import RecoveryCodes
from games.people.moderation import browsers
from games.people.moderation.restrictions import Silenced
from games.play import errors
from games.play import services as play
from games.web import passwords, players, sessions
from games.web.common import (
    absolute_url,
    action,
    clear_cache,
    link_context,
    qr_code,
    render_page,
    respond_to,
    safe_next,
)
from games.web.forms import NameForm

CACHE_ERRORS: tuple[type[Exception], ...] = ()
if settings.REDIS_URL:
    from redis.exceptions import RedisError

    CACHE_ERRORS = (RedisError,)

HAS_PASSKEYS = "webauthn" in mfa_settings.SUPPORTED_TYPES
View = Callable[..., HttpResponseBase]

asks_anything = require_http_methods(["GET", "HEAD", "POST"])


StaffHere = errors.refusal(
    "staff_here", gettext_noop("You are logged in as staff here. Log out of the admin first.")
)


def guarded(view: View, *, by_email: bool = False) -> View:
    @never_cache
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if by_email and not settings.HAS_EMAIL:
            raise Http404
        request.offers_passkeys = (  # type: ignore[attr-defined]
            HAS_PASSKEYS and client_address.parse(request.get_host()) is None
        )
        try:
            if request.user.is_authenticated and not hasattr(request.user, "player"):
                raise StaffHere
            response = view(request, *args, **kwargs)
        except CACHE_ERRORS:  # The limits cannot be counted.
            raise errors.NotSaved from None
        if passwords.is_busy(request) and response.status_code == HTTPStatus.OK:
            response.status_code = passwords.LoginsBusy.http_status
        return response

    return wrapper


def require_password(request: HttpRequest) -> None:
    # A browser left open is not enough for what is as good as the account.
    reauthentication_required(lambda _request: None)(request)


def sign_out(request: HttpRequest) -> HttpResponse:
    response: HttpResponse = allauth.logout(request)
    if request.method == "POST":
        clear_cache(request, response)
    return response


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    user = _owner(request)[0]
    passkeys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    context = {
        "codes_left": len(RecoveryCodes(user).unused),
        "passkeys": HAS_PASSKEYS and passkeys.count(),
        "has_email": settings.HAS_EMAIL,
    }
    return render(request, "account/account.html", context)


@login_required
@asks_anything
def bring_games(request: HttpRequest) -> HttpResponse:
    guest, following = players.guest(request), safe_next(request)
    if guest is None or guest.has_account:
        return redirect(following)
    if request.method != "POST":
        context = {"guest": guest, "games": merge.count_games(guest), "next": following}
        return render(request, "account/bring_games.html", context)
    if "bring" in request.POST:
        merge.merge(guest, _owner(request)[1])
        messages.success(request, _("Everything is with you now."))
    else:
        play.end_sessions(guest)
    sessions.sign_out(request.session)
    return redirect(following)


class BrowsersView(ListUserSessionsView):  # type: ignore[misc]
    form_class = BrowsersForm

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        # allauth's own asks for the session of each login by itself.
        context: dict[str, Any] = FormView.get_context_data(self, **more)
        logins = UserSession.objects.filter(user=self.request.user)
        kept = Session.objects.filter(expire_date__gt=timezone.now())
        found = kept.in_bulk(list(logins.values_list("session_key", flat=True)))
        logins.exclude(session_key__in=found).delete()
        shown = list(logins.filter(session_key__in=found))
        for each in shown:
            session = found[each.session_key].get_decoded()
            each.seen_on = parse_date(session.get(sessions.RENEWED, ""))  # noted once a day
        shown.sort(key=lambda each: (each.is_current(), each.pk), reverse=True)
        return {**context, "sessions": shown}


@login_required
@asks_anything
def recovery_codes(request: HttpRequest) -> HttpResponse:
    codes = RecoveryCodes(_owner(request)[0])
    renews = "renew" in request.POST
    if renews or (request.method != "POST" and codes.unseen):
        require_password(request)
    if renews:
        codes.renew()
        return redirect("account_recovery_codes")
    if request.method == "POST":
        codes.note_shown()
        messages.success(request, _("Keep the code safe. It is not shown again."))
        return redirect(safe_next(request))
    shown = [" ".join(wrap(code, 4)) for code in codes.unseen]
    context = {"codes": shown, "left": len(codes.unused), "next": safe_next(request)}
    return render(request, "account/recovery_codes.html", context)


@asks_anything
def recover(request: HttpRequest) -> HttpResponse:
    form = RecoveryForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and form.user:
        saved = "account/messages/password_changed.txt"
        get_adapter().add_message(request, messages.SUCCESS, saved)
        response: HttpResponse = perform_login(request, form.user)
        return response
    context = {"form": form, "has_email": settings.HAS_EMAIL}
    return render(request, "account/recover.html", context)


@action
def rename(request: HttpRequest) -> HttpResponse:
    form, following, refusal = NameForm(request.POST), safe_next(request), None
    try:
        if form.is_valid():
            player, name = players.acting(request), form.cleaned_data["name"]
            browsers.refuse_silenced(player.pk, request.COOKIES)
            play.rename_player(player, name=name, address=client_address.client_address(request))
            messages.success(request, _("Your name is changed."))
            return redirect(following)
    except (errors.RateLimited, errors.NameHidden, errors.NameTaken, Silenced) as caught:
        refusal = caught
    alert = respond_to(refusal) or form.errors["name"][0]
    context = {"alert": alert, "name": request.POST.get("name", ""), "next": following}
    status = refusal.http_status if refusal else HTTPStatus.BAD_REQUEST
    return render(request, "people/accounts/rename.html", context, status=status)


@never_cache
@action
def leave(request: HttpRequest) -> HttpResponse:
    player = players.acting(request)
    secret = play.offer_transfer(player, address=client_address.client_address(request))
    path = f"{reverse('games:arrive', args=[secret])}?next={quote(safe_next(request))}"
    link = absolute_url(request, path)
    context = {
        "player": player,
        "link": link,
        "qr_code": qr_code(link),
        "minutes": TRANSFER_LIFETIME.seconds // 60,
    }
    return render(request, "people/accounts/leave.html", {**context, **link_context(request)})


@never_cache
def arrive(request: HttpRequest, secret: str) -> HttpResponse:
    # A GET changes nothing, because previews in messengers open links too.
    try:
        if request.method == "POST":
            return _go_on_here(request, secret)
        player = play.find_transfer(secret).player
    except errors.LinkUsed as refusal:
        return render_page(request, "people/accounts/link_used.html", {}, refusal)
    context = {"player": player, "here": players.current(request), "next": safe_next(request)}
    return render(request, "people/accounts/arrive.html", context)


@transaction.atomic
def _go_on_here(request: HttpRequest, secret: str) -> HttpResponse:
    # An account is signed in here too; a guest is only here from now on.
    player, following = play.accept_transfer(secret), safe_next(request)
    if player.user:
        response: HttpResponse = perform_login(request, player.user, redirect_url=following)
    else:
        sessions.sign_in(request.session, player.credential)
        welcome = _("You are <bdi>{name}</bdi> on this device now.")
        messages.success(request, format_html(welcome, name=player))
        response = redirect(following)
    request.session.save()
    return response


@never_cache
@asks_anything
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
    if player.has_account:
        words = _("Your account is deleted. Here you are a new visitor now.")
    play.forget_player(player)
    auth.logout(request)  # with all that the session has
    messages.success(request, words)
    response = redirect("games:home")
    clear_cache(request, response)
    return response


def _owner(request: HttpRequest) -> tuple[User, Player]:
    user: Any = request.user
    return user, user.player
