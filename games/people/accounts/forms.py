"""The forms of accounts: allauth's, with words of ours and no field that asks for less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField
from allauth.core import context
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.forms.utils import ErrorDict
from django.utils.translation import gettext_lazy as _

from games.models import names, texts, username_of
from games.people.accounts import services
from games.people.accounts.recovery_codes import LinkTokens
from games.web import passwords
from games.web.forms import form_error

HOW_LONG = _("At least 8 characters. Three words that nobody guesses are good.")
MAX_PASSWORD = 128  # characters; hashing a longer one takes longer
MAX_NAME_TYPED = 2 * texts.room(names.MAX_LENGTH)  # of which a browser counts two for some signs


class Plain:
    fields: dict[str, forms.Field]
    is_bound: bool
    add_error: Callable[[str | None, ValidationError], None]
    labels: dict[str, Any] = {}  # noqa: RUF012
    help_texts: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, "")
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field, PasswordField):
                field.max_length = MAX_PASSWORD
                field.widget.attrs["maxlength"] = str(MAX_PASSWORD)

    def full_clean(self) -> None:
        if not (self.is_bound and passwords.is_busy(context.request)):
            super().full_clean()  # type: ignore[misc]
            return
        self._errors, self.cleaned_data = ErrorDict(), dict[str, Any]()
        self.add_error(None, form_error(passwords.LoginsBusy()))


class SignInForm(Plain, allauth.LoginForm):  # type: ignore[misc]
    labels = {"login": _("Name"), "password": _("Password")}  # noqa: RUF012

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _take_names(self.fields["login"])

    def clean_login(self) -> str:
        return username_of(self.cleaned_data["login"])


class SignUpForm(Plain, allauth.SignupForm):  # type: ignore[misc]
    labels = {"username": _("Name that others see"), "password1": _("Password")}  # noqa: RUF012
    help_texts = {"password1": HOW_LONG}  # noqa: RUF012

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["shows_profile"] = forms.BooleanField(
            label=_("Others may see my profile: how my games went, and my ratings"), required=False
        )
        _take_names(self.fields["username"])
        self.fields["username"].widget.attrs["data-most"] = str(names.MAX_LENGTH)


class NewPasswordForm(Plain, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    labels = {"password1": _("New password"), "password2": _("New password again")}  # noqa: RUF012
    help_texts = {"password1": HOW_LONG}  # noqa: RUF012

    def save(self) -> None:
        services.set_password(self.user, self.cleaned_data["password1"], key=self.temp_key)


class LinkForm(allauth.UserTokenForm):  # type: ignore[misc]
    token_generator = LinkTokens()


class ChangePasswordForm(Plain, allauth.ChangePasswordForm):  # type: ignore[misc]
    labels = {  # noqa: RUF012
        "oldpassword": _("Password until now"),
        **NewPasswordForm.labels,
    }
    help_texts = NewPasswordForm.help_texts


class PasswordForm(Plain, allauth.ReauthenticateForm):  # type: ignore[misc]
    labels = {"password": _("Password")}  # noqa: RUF012


class EmailForm(Plain, allauth.AddEmailForm):  # type: ignore[misc]
    labels = {"email": _("E-mail address")}  # noqa: RUF012


class MailPasswordForm(Plain, allauth.ResetPasswordForm):  # type: ignore[misc]
    labels = {"email": _("E-mail address")}  # noqa: RUF012


def _take_names(field: forms.Field) -> None:
    field.validators = [
        each for each in field.validators if not isinstance(each, MaxLengthValidator)
    ]
    field.widget.attrs["maxlength"] = str(MAX_NAME_TYPED)


class RecoveryForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_TYPED,
        widget=forms.TextInput({"autocomplete": "username"}),
    )
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=40,
        widget=forms.TextInput({"autocomplete": "one-time-code"}),
    )
    link: str | None = None  # at which the new password is set

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            check = get_adapter().check_code
            self.link = check(context.request, data["name"], data["code"])
            if self.link is None:
                raise ValidationError(
                    _("That name and that code do not belong together, or the code was used."),
                    code="wrong_code",
                )
        return data
