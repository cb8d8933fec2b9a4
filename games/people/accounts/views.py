"""The pages of accounts: allauth's views, as far as the site has pages for them, and a few more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account import views as allauth
from allauth.account.decorators import reauthentication_required
from allauth.mfa import app_settings as mfa_settings
from allauth.usersessions.adapter import get_adapter as browsers_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Player
from games.ops import client_address
from games.people.accounts import merge, services
from games.people.accounts.browsers import describe_browsers
from games.people.accounts.forms import RecoveryForm
from games.people.accounts.recovery_codes import RecoveryCodes, in_groups
from games.people.moderation.restrictions import Silenced
from games.play import errors
from games.play.services import end_sessions
from games.web import passwords, players, sessions
from games.web.common import clear_cache, refused, safe_next

CACHE_ERRORS: tuple[type[Exception], ...] = ()
if settings.REDIS_URL:
    from redis.exceptions import RedisError

    CACHE_ERRORS = (RedisError,)

CODE_LINK = '<a href="{}">{}</a>'
HAS_PASSKEYS = "webauthn" in mfa_settings.SUPPORTED_TYPES

View = Callable[..., HttpResponseBase]


class StaffHere(errors.Refused):
    code = "staff_here"
    message = gettext_noop("You are logged in as staff here. Log out of the admin first.")


def explains_refusals(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except errors.Refused as refusal:
            return refused(request, refusal)
        except CACHE_ERRORS:  # The limits cannot be counted.
            return refused(request, errors.NotSaved())

    return wrapper


def hashes(view: View) -> View:
    @passwords.hashes
    @explains_refusals
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if passwords.is_busy(request) and response.status_code == HTTPStatus.OK:
            response.status_code = passwords.LoginsBusy.http_status
        return response

    return wrapper


def for_accounts(view: Callable[..., HttpResponse]) -> View:
    @never_cache
    @login_required
    @explains_refusals
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        _require_no_staff(request)
        return view(request, *args, **kwargs)

    return wrapper


def by_email(view: View) -> View:
    @never_cache
    @explains_refusals
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.HAS_EMAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapper


def _require_no_staff(request: HttpRequest) -> None:
    if request.user.is_authenticated and not hasattr(request.user, "player"):
        raise StaffHere


def require_password(request: HttpRequest) -> None:
    """Lead to the page that asks for the password, unless it was written a moment ago.

    A browser left open is not enough for what is as good as the account.

    :raises ReauthenticationRequired: which allauth's middleware answers.
    """
    asks_password(lambda _request: None)(request)


def offers_passkeys(request: HttpRequest) -> bool:
    return HAS_PASSKEYS and client_address.parse(request.get_host()) is None


class SignInView(allauth.LoginView):  # type: ignore[misc]
    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**more),
            "offers_passkeys": offers_passkeys(self.request),
        }


class SignUpView(allauth.SignupView):  # type: ignore[misc]
    def get_initial(self) -> dict[str, Any]:
        visitor = players.current(self.request)
        return {**super().get_initial(), "username": visitor.name if visitor else ""}

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except (errors.NameTaken, errors.NameHidden, Silenced) as refusal:  # since it was looked at
            form.add_error("username", refusal.message)
            response = self.form_invalid(form)
        else:
            # Whoever has just written a password is not asked for it before the recovery codes.
            allauth.ReauthenticateView(request=self.request).form_valid(form)
            _offer_code(self.request)
        return response


def _offer_code(request: HttpRequest) -> None:
    list(messages.get_messages(request))  # that allauth has signed somebody in goes without saying
    query = urlencode({"next": safe_next(request)})
    link = format_html(CODE_LINK, f"{reverse('account_recovery_codes')}?{query}", _("one code"))
    said = _("Your account is made. Keep a way back in: {}.")
    messages.success(request, format_html(said, link))


@hashes
def sign_up(request: HttpRequest) -> HttpResponseBase:
    _require_no_staff(request)
    response: HttpResponseBase = SignUpView.as_view()(request)
    return response


@hashes
def sign_in(request: HttpRequest) -> HttpResponseBase:
    _require_no_staff(request)
    response: HttpResponseBase = SignInView.as_view()(request)
    return response


locked = require_safe(allauth.account_inactive)
change_password = hashes(for_accounts(allauth.password_change))
ask_password = hashes(for_accounts(allauth.reauthenticate))
# Asked before the form is there, so that nobody fills it in twice.
asks_password = reauthentication_required(app="allauth.account")
email = by_email(for_accounts(asks_password(allauth.email)))
confirm_email = by_email(allauth.confirm_email)
mail_password_link = by_email(allauth.password_reset)
password_link_mailed = by_email(allauth.password_reset_done)
set_password = never_cache(hashes(allauth.password_reset_from_key))


@for_accounts
def sign_out(request: HttpRequest) -> HttpResponse:
    response: HttpResponse = allauth.logout(request)
    if request.method == "POST":
        clear_cache(request, response)
    return response


@for_accounts
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    user, player = _owner(request)
    passkeys = services.passkeys(user)
    context = {
        "player": player,
        "codes_left": len(RecoveryCodes(user).unused),
        "passkeys": passkeys,
        "shows_passkeys": offers_passkeys(request) or (passkeys and HAS_PASSKEYS),
        "has_email": settings.HAS_EMAIL,
    }
    return render(request, "account/account.html", context)


@for_accounts
@require_http_methods(["GET", "HEAD", "POST"])
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
        end_sessions(guest)
    sessions.sign_out(request.session)
    return redirect(following)


@for_accounts
@require_http_methods(["GET", "HEAD", "POST"])
def browsers(request: HttpRequest) -> HttpResponse:
    listed = describe_browsers(_owner(request)[0])
    if request.method != "POST":
        return render(request, "account/browsers.html", {"browsers": listed})
    chosen = request.POST.get("browser", "")
    others = [each.login for each in listed if not each.is_this]
    ended = [each for each in others if chosen in ("others", str(each.pk))]
    browsers_adapter().end_sessions(ended)
    said = ngettext(
        "%(count)s browser is signed out.", "%(count)s browsers are signed out.", len(ended)
    )
    messages.success(request, said % {"count": len(ended)})
    return redirect("usersessions_list")


@for_accounts
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_codes(request: HttpRequest) -> HttpResponse:
    codes = RecoveryCodes(_owner(request)[0])
    makes = {"add": codes.add, "renew": codes.renew}
    made = next((make for name, make in makes.items() if name in request.POST), None)
    if made or (request.method != "POST" and codes.unseen):
        require_password(request)
    if request.method != "POST":
        context = {
            "codes": [*map(in_groups, codes.unseen)],
            "left": len(codes.unused),
            "has_more": codes.may_have_more,
            "next": safe_next(request),
        }
        return render(request, "account/recovery_codes.html", context)
    if made:
        made()
        return redirect("account_recovery_codes")
    codes.note_shown()
    messages.success(request, _("Keep the code safe. It is not shown again."))
    return redirect(safe_next(request))


@never_cache
@explains_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    form = RecoveryForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and form.link:
        return redirect(form.link)
    context = {"form": form, "has_email": settings.HAS_EMAIL}
    return render(request, "account/recover.html", context)


def _owner(request: HttpRequest) -> tuple[User, Player]:
    user: Any = request.user
    return user, user.player
