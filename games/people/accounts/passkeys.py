"""Passkeys: another way in, never the only one. This is there if the package ``fido2`` is."""

from __future__ import annotations

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth_forms
from allauth.mfa.webauthn import views as allauth_views
from cryptography.exceptions import InvalidSignature
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.models import texts
from games.people.accounts import services
from games.people.accounts.forms import Plain
from games.people.accounts.views import (
    explains_refusals,
    for_accounts,
    offers_passkeys,
    require_password,
)

MAX_NAME = 50  # characters
# What the parsers of a passkey raise, of which allauth expects some.
MALFORMED = (AttributeError, InvalidSignature, KeyError, TypeError, ValueError)

# What a browser is asked for; the form refuses a passkey by which nobody was verified.
SELECTION = {"residentKey": "required", "requireResidentKey": True, "userVerification": "required"}


class AddPasskeyForm(Plain, allauth_forms.AddWebAuthnForm):  # type: ignore[misc]
    labels = {"name": gettext_lazy("What you call it")}  # noqa: RUF012
    name = forms.CharField(required=False)
    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)

    def clean_name(self) -> str:
        name: str = super().clean_name()
        return texts.cut(name, MAX_NAME)

    def clean(self) -> dict[str, Any]:
        try:
            data: dict[str, Any] = super().clean()
        except MALFORMED:
            raise get_adapter().validation_error("incorrect_code") from None
        return data


class PasskeyLoginForm(allauth_forms.LoginWebAuthnForm):  # type: ignore[misc]
    def clean_credential(self) -> Authenticator:
        try:
            found: Authenticator = super().clean_credential()
        except MALFORMED:
            raise get_adapter().validation_error("incorrect_code") from None
        return found


class AddView(allauth_views.AddWebAuthnView):  # type: ignore[misc]
    template_name = "account/add_passkey.html"
    success_url = reverse_lazy("mfa_list_webauthn")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not offers_passkeys(request):
            return redirect(self.success_url)
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        context = super().get_context_data(**more)
        options = context["js_data"]["creation_options"]["publicKey"]
        return {**context, "options": {**options, "authenticatorSelection": SELECTION}}

    def get_success_url(self) -> str:
        return str(self.success_url)


@for_accounts
@require_safe
def passkeys(request: HttpRequest) -> HttpResponse:
    user: Any = request.user
    context = {"passkeys": services.passkeys(user), "offers_passkeys": offers_passkeys(request)}
    return render(request, "account/passkeys.html", context)


@for_accounts
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    require_password(request)
    _of(request, pk).delete()
    messages.success(request, _("The passkey is removed. Remove it from your device as well."))
    return redirect("mfa_list_webauthn")


@for_accounts
@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    passkey = _of(request, pk)
    if name := texts.cut(request.POST.get("name", ""), MAX_NAME):
        passkey.data["name"] = name
        passkey.save(update_fields=["data"])
    return redirect("mfa_list_webauthn")


def _of(request: HttpRequest, pk: int) -> Authenticator:
    keys = Authenticator.objects.filter(user=request.user, type=Authenticator.Type.WEBAUTHN)
    passkey: Authenticator = get_object_or_404(keys, pk=pk)
    return passkey


urlpatterns = [
    path("", passkeys, name="mfa_list_webauthn"),
    path("add/", for_accounts(AddView.as_view()), name="mfa_add_webauthn"),
    path("sign-in/", explains_refusals(allauth_views.login_webauthn), name="mfa_login_webauthn"),
    path("<int:pk>/remove/", remove, name="mfa_remove_webauthn"),
    path("<int:pk>/rename/", rename, name="mfa_edit_webauthn"),
]
