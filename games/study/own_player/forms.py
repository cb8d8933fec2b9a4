from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.ai.own_player import TENS, OwnPlayer, deepest
from games.engine import Variant

MAX_WEIGHT, MAX_BONUS = 10_000, 10


class OwnPlayerForm(forms.Form):
    one = forms.IntegerField(label=_("One mark"), min_value=0, max_value=MAX_WEIGHT)
    two = forms.IntegerField(label=_("Two marks"), min_value=0, max_value=MAX_WEIGHT)
    three = forms.IntegerField(label=_("Three marks"), min_value=0, max_value=MAX_WEIGHT)
    bonus = forms.IntegerField(
        label=_("Times as much for the side to move"), min_value=0, max_value=MAX_BONUS
    )
    depth = forms.IntegerField(label=_("Moves it looks ahead"), min_value=1)

    def __init__(self, asked: dict[str, str], variant: Variant) -> None:
        given = {name: getattr(TENS, name) for name in self.base_fields}
        super().__init__({**given, **asked})
        field = self.fields["depth"]
        field.widget.attrs["max"] = deepest(variant)

    def player(self) -> OwnPlayer:
        return OwnPlayer(**self.cleaned_data) if self.is_valid() else TENS
