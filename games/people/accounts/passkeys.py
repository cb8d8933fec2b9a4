"""What allauth lets through of passkeys; this is there if the package ``fido2`` is."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.adapter import get_adapter as account_adapter
from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms, views
from cryptography.exceptions import InvalidSignature
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseRedirect

# What the parsers of a passkey raise, of which allauth expects some.
MALFORMED = (AttributeError, InvalidSignature, KeyError, TypeError, ValueError)


class MalformedCredential:
    add_error: Callable[[str, ValidationError], None]

    def full_clean(self) -> None:
        try:
            super().full_clean()  # type: ignore[misc]
        except MALFORMED:
            self.add_error("credential", get_adapter().validation_error("incorrect_code"))


class AddPasskeyForm(MalformedCredential, forms.AddWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeyLoginForm(MalformedCredential, forms.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class RemoveView(views.RemoveWebAuthnView):  # type: ignore[misc]
    def form_valid(self, form: object) -> HttpResponse:
        # allauth would remove the code with the last passkey.
        self.object.delete()
        said = "mfa/messages/webauthn_removed.txt"
        account_adapter().add_message(self.request, messages.SUCCESS, said)
        return HttpResponseRedirect(self.get_success_url())
