from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.account.fields import SetPasswordField
from allauth.core import context
from allauth.usersessions.adapter import get_adapter as browsers_adapter
from allauth.usersessions.forms import ManageUserSessionsForm
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import names, texts, username_of
from games.people.accounts import services
from games.web import passwords
from games.web.common import respond_to
from games.web.forms import refusals_as_errors

MAX_NAME_TYPED = 2 * texts.room(names.MAX_LENGTH)  # of which a browser counts two for some signs


def _name_field() -> forms.CharField:
    widget = forms.TextInput({"autocomplete": "username"})
    return forms.CharField(max_length=MAX_NAME_TYPED, widget=widget)


class Waits:
    is_bound: bool

    def full_clean(self) -> None:
        if not (self.is_bound and passwords.is_busy(context.request)):
            super().full_clean()  # type: ignore[misc]
            return
        self._errors, self.cleaned_data = ErrorDict(), dict[str, Any]()
        self.add_error(None, respond_to(passwords.LoginsBusy()))  # type: ignore[attr-defined]


class SignInForm(Waits, allauth.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["login"] = _name_field()

    def clean_login(self) -> str:
        return username_of(self.cleaned_data["login"])


class SignUpForm(Waits, allauth.SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"] = _name_field()
        self.fields["shows_profile"] = forms.BooleanField(required=False)


class NewPasswordForm(Waits, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class ChangePasswordForm(Waits, allauth.ChangePasswordForm):  # type: ignore[misc]
    pass


class PasswordForm(Waits, allauth.ReauthenticateForm):  # type: ignore[misc]
    pass


class RecoveryForm(Waits, forms.Form):
    name = _name_field()
    code = forms.CharField(max_length=40, widget=forms.TextInput({"autocomplete": "one-time-code"}))
    password1 = SetPasswordField()
    user: User | None = None

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            with refusals_as_errors():
                give_back = passwords.count_guess(context.request, username_of(data["name"]))
            self.user = services.recover(data["name"], data["code"], data["password1"])
            if self.user is None:
                raise ValidationError(
                    _("That name and that code do not belong together, or the code was used."),
                    code="wrong_code",
                )
            give_back()
        return data


class BrowsersForm(ManageUserSessionsForm):  # type: ignore[misc]
    browser = forms.ModelChoiceField(UserSession.objects.none(), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        others = UserSession.objects.exclude(session_key=self.request.session.session_key)
        self.fields["browser"].queryset = others.filter(user=self.request.user)

    def save(self, request: HttpRequest) -> None:
        if chosen := self.cleaned_data["browser"]:
            browsers_adapter().end_sessions([chosen])
        else:
            super().save(request)
