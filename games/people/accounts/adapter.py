from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.views import ReauthenticateView
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import HiddenName, Player, taken_usernames
from games.ops.client_address import client_address
from games.people.accounts import merge, services
from games.people.moderation import browsers
from games.people.moderation.models import Restriction
from games.people.moderation.restrictions import Locked, active
from games.play.errors import NameHidden, NameTaken
from games.web import known_browsers, passwords, players, sessions
from games.web.common import safe_next
from games.web.forms import clean_name, refusals_as_errors


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {  # noqa: RUF012 - as in the class above
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("That name and that password do not belong together."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name, player = clean_name(username), players.current(context.request)
        with refusals_as_errors():
            if HiddenName.objects.has(name):
                raise NameHidden
            if User.objects.filter(username__in=taken_usernames(name)).exists():
                raise NameTaken
            if player is None or player.name != name:
                browsers.refuse_silenced(player.pk if player else 0, context.request.COOKIES)
        return name

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        # Where allauth would count by address first.
        with refusals_as_errors():
            give_back = passwords.count_guess(request, credentials["username"])
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user:
            give_back()
        return user

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        player, data = players.acting(request), form.cleaned_data
        said = {"name": data["username"], "password": data["password1"]}
        user = services.create_account(player, **said, shows_profile=data["shows_profile"])
        # The login, which follows, is the proof of the seat from now on.
        sessions.sign_out(request.session)
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        # Not into the admin, not even a member of staff, who may come by a link.
        super().login(request, user)
        request.session.pop(sessions.STAFF_SINCE, None)

    def post_login(
        self, request: HttpRequest, user: User, *, signup: bool, **options: Any
    ) -> HttpResponse:
        sessions.note_account(request.session)
        response: HttpResponse = self._next_page(request, user, signup=signup, **options)
        known_browsers.remember(request, response, user)
        if signup:
            # Whoever has just written a password is not asked for it before the recovery code.
            ReauthenticateView(request=request).form_valid(None)
            list(messages.get_messages(request))  # that allauth has signed somebody in is clear
            offer = {"next": safe_next(request)}
            messages.success(request, render_to_string("account/_code_offer.html", offer))
        return response

    def _next_page(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **options)
        guest = players.guest(request)
        if guest and not guest.has_account and merge.has_anything(guest):
            query = urlencode({"next": response["Location"]})
            return HttpResponseRedirect(f"{reverse('account_bring_games')}?{query}")
        sessions.sign_out(request.session)
        return response

    def logout(self, request: HttpRequest) -> None:
        user = request.user
        super().logout(request)
        if isinstance(user, User):
            services.end_seats(user)

    def set_password(self, user: User, password: str) -> None:
        services.set_password(user, password)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        # Whoever has proved to be a locked person is told; the browser is locked from then on.
        player = Player.objects.filter(user=user).first()
        if player and (lock := active(player, Restriction.Kind.LOCK)):
            raise Locked(lock)
        response: HttpResponse = super().respond_user_inactive(request, user)
        return response

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return reverse("games:home")  # the setting is where staff go who sign in to the admin

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_login_stages(self) -> list[str]:
        # Nothing after the password: a passkey or a code is another way in, not a lock.
        return []

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request) or "0.0.0.0"  # noqa: S104 - not to listen on


class BrowsersAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    @transaction.atomic
    def end_sessions(self, sessions: list[UserSession]) -> None:
        super().end_sessions(sessions)
        for user in {session.user for session in sessions}:
            services.end_seats(user)


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = {  # noqa: RUF012 - as in the class above
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That passkey does not fit. It may be one of another site."),
    }

    def generate_authenticator_name(self, user: User, type: Any) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)s") % {"number": number}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        name = Player.objects.get(user=user).name
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return {**entity, "name": name, "display_name": name}
