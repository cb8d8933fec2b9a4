from __future__ import annotations

from random import SystemRandom
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games import names
from games.ai.levels import LEVELS
from games.engine import Mark
from games.protocol import MAX_NUMBER

SURPRISE = "surprise"
SIDES = [("X", "X, you begin"), ("O", "O"), (SURPRISE, "Surprise me")]


class NewGameForm(forms.Form):
    """What to play: against whom, at which level, on which side."""

    COMPUTER, FRIEND, DEVICE = "computer", "friend", "device"

    opponent = forms.ChoiceField(choices=[(o, o) for o in (COMPUTER, FRIEND, DEVICE)])
    level = forms.ChoiceField(
        choices=[(level.id, level.name) for level in LEVELS.values()], required=False
    )
    side = forms.ChoiceField(choices=SIDES, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("opponent") == self.COMPUTER and not data.get("level"):
            self.add_error("level", "Please choose how well the computer plays.")
        return data

    def mark(self) -> Mark:
        """Return the side chosen, at random if it is to be a surprise."""
        side = self.cleaned_data["side"] or Mark.X
        return SystemRandom().choice(list(Mark)) if side == SURPRISE else Mark(side)


class NameForm(forms.Form):
    name = forms.CharField(
        required=False, strip=True, widget=forms.TextInput(attrs={"maxlength": names.MAX_LENGTH})
    )

    def clean_name(self) -> str:
        try:
            return names.clean(self.cleaned_data["name"])
        except names.InvalidName as error:
            raise ValidationError(str(error)) from None


class MoveForm(forms.Form):
    ply = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    cell = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
