from __future__ import annotations

from random import SystemRandom
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.ai.computer_players import OPPONENTS
from games.engine import CLASSIC, Mark, Variant
from games.engine.clock import CONTROLS
from games.engine.presets import BOARDS
from games.engine.series import ENDLESS, LENGTHS
from games.play import services
from games.protocol import MAX_NUMBER

SURPRISE = "surprise"
CLASSIC_BOARD = "classic"
# The names of what can be chosen are translated by the templates that show them.
UNDO = {"": _("On larger boards only"), "yes": _("Yes"), "no": _("No")}
SIDES = [(side, side) for side in (*Mark, SURPRISE)]


class NewGameForm(forms.Form):
    COMPUTER, FRIEND, DEVICE = "computer", "friend", "device"

    opponent = forms.ChoiceField(choices=[(o, o) for o in (COMPUTER, FRIEND, DEVICE)])
    level = forms.ChoiceField(
        choices=[(opponent.id, opponent.name) for opponent in OPPONENTS.values()], required=False
    )
    board = forms.ChoiceField(
        choices=[(board.id, board.name) for board in BOARDS.values()], required=False
    )
    side = forms.ChoiceField(choices=SIDES, required=False)
    control = forms.ChoiceField(choices=list(CONTROLS.items()), required=False)
    best_of = forms.TypedChoiceField(choices=list(LENGTHS.items()), coerce=int, required=False)
    undo = forms.ChoiceField(choices=list(UNDO.items()), required=False)
    is_public = forms.BooleanField(required=False)
    cell = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    moves = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("opponent") == self.COMPUTER and not data.get("level"):
            self.add_error("level", gettext("Please choose how well the computer plays."))
        return data

    def terms(self) -> dict[str, Any]:
        """Return the terms of the game as arguments of ``services.create_game``.

        :raises WrongOpening, FinishedOpening: if no game can begin with these moves.
        """
        data = self.cleaned_data
        variant = BOARDS[data["board"] or CLASSIC_BOARD].variant
        return {
            "variant": variant,
            "opening": services.read_opening(data["moves"], variant),
            "control": data["control"],
            "best_of": data["best_of"] or ENDLESS,
            "allows_undo": self._allows_undo(variant),
            "is_public": data["is_public"],
        }

    def _allows_undo(self, variant: Variant) -> bool:
        # Against the computer they always may. Among people the default is yes on larger boards
        # only.
        if self.cleaned_data["opponent"] == self.COMPUTER:
            return True
        undo = self.cleaned_data["undo"]
        return undo == "yes" if undo else variant.size > CLASSIC.size

    def mark(self) -> Mark:
        side = self.cleaned_data["side"] or Mark.X
        return SystemRandom().choice(list(Mark)) if side == SURPRISE else Mark(side)
