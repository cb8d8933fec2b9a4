from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.models import names
from games.play import errors
from games.protocol import MAX_NUMBER
from games.web.common import respond_to


class NotAMove(errors.Refused):
    code = "not_a_move"
    http_status = 400
    message = _("That is not a move. Choose a free place on the board.")


class CleansName:
    cleaned_data: dict[str, Any]

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])


class NameForm(CleansName, forms.Form):
    name = forms.CharField(required=False)


class AnswerForm(forms.Form):
    cell = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)


def clean_name(name: str) -> str:
    try:
        return names.clean(name)
    except names.InvalidName as error:
        raise ValidationError(gettext(error.sentence) % error.values) from None


@contextmanager
def refusals_as_errors() -> Iterator[None]:
    try:
        yield
    except errors.Refused as refusal:
        raise ValidationError(respond_to(refusal), code=refusal.code) from None


def requested_ply(request: HttpRequest, last: int, name: str = "ply") -> int | None:
    text = request.GET.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        return None
    return int(text) if int(text) <= last else None
