"""The forms of the pages, and what they allow to be chosen."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games import names, services
from games.ai.computer_players import COMPUTER_PLAYERS, OPPONENTS
from games.ai.puzzles import GRADES
from games.clock import CONTROLS
from games.engine import CLASSIC, Mark, Variant
from games.engine.presets import BOARDS
from games.models.own_games import DEVICE, DRAWN, LOST, PERSON, UNFINISHED, WON, Place, Wanted
from games.protocol import MAX_ID, MAX_NUMBER, PACES
from games.series import ENDLESS, LENGTHS

SURPRISE = "surprise"
CLASSIC_BOARD = "classic"
# The names of what can be chosen are translated by the templates that show them.
UNDO = {"": _("On larger boards only"), "yes": _("Yes"), "no": _("No")}
SIDES = [("X", _("X, you begin")), ("O", _("O")), (SURPRISE, _("Surprise me"))]
# After an opening of an odd number of moves, O is to move.
SIDES_AFTER_X = [("X", _("X")), ("O", _("O, you begin")), (SURPRISE, _("Surprise me"))]
# What one's own games are filtered by, besides boards and levels.
RIVALS = {PERSON: _("People"), DEVICE: _("On this device")}
RESULTS = {WON: _("Won"), DRAWN: _("Drawn"), LOST: _("Lost"), UNFINISHED: _("Not over yet")}


class NewGameForm(forms.Form):
    """What to play: against whom, at which level, on which side.

    With a ``cell``, that is the first move, and the visitor plays the side to move. ``moves`` are
    those of an opening, as addresses have them.
    """

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
    is_private = forms.BooleanField(required=False)
    cell = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    moves = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("opponent") == self.COMPUTER and not data.get("level"):
            self.add_error("level", gettext("Please choose how well the computer plays."))
        return data

    def terms(self) -> dict[str, Any]:
        """Return what the game is played for, as ``services.create_game`` takes it.

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
            "is_public": not data["is_private"],
        }

    def _allows_undo(self, variant: Variant) -> bool:
        """Return whether moves may be taken back.

        Against the computer always; among people, unless they choose, on boards that are not small.
        """
        if self.cleaned_data["opponent"] == self.COMPUTER:
            return True
        undo = self.cleaned_data["undo"]
        return undo == "yes" if undo else variant.size > CLASSIC.size

    def mark(self) -> Mark:
        """Return the side chosen, at random if it is to be a surprise."""
        side = self.cleaned_data["side"] or Mark.X
        return SystemRandom().choice(list(Mark)) if side == SURPRISE else Mark(side)


class ExhibitionForm(forms.Form):
    """Which two computer players are to play each other, on what, and how fast."""

    x = forms.ChoiceField(choices=[(id, id) for id in COMPUTER_PLAYERS])
    o = forms.ChoiceField(choices=[(id, id) for id in COMPUTER_PLAYERS])
    board = forms.ChoiceField(choices=[(id, id) for id in BOARDS])
    pace = forms.TypedChoiceField(choices=[(pace, pace) for pace in PACES], coerce=int)

    def terms(self) -> dict[str, Any]:
        """Return what was chosen, as ``services.start_exhibition`` takes it."""
        data, computers = self.cleaned_data, COMPUTER_PLAYERS
        return {
            "x": computers[data["x"]],
            "o": computers[data["o"]],
            "variant": BOARDS[data["board"]].variant,
            "pace": data["pace"],
        }


class PaceForm(forms.Form):
    pace = forms.TypedChoiceField(choices=[(pace, pace) for pace in PACES], coerce=int)


class CleansName:
    """For forms with a field ``name`` that holds the name of a person."""

    cleaned_data: dict[str, Any]

    def clean_name(self) -> str:
        try:
            return names.clean(self.cleaned_data["name"])
        except names.InvalidName as error:
            raise ValidationError(gettext(error.sentence) % error.values) from None


class NameForm(CleansName, forms.Form):
    name = forms.CharField(
        required=False, strip=True, widget=forms.TextInput(attrs={"maxlength": names.MAX_LENGTH})
    )


class PlyForm(forms.Form):
    """An action that is meant for one ply only.

    ``message`` is a random id that the page gives to each form; if it comes again, the form was
    posted twice.
    """

    ply = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    message = forms.CharField(max_length=MAX_ID, required=False)

    def arguments(self) -> dict[str, Any]:
        """Return the fields by the names that the services give them."""
        data = dict(self.cleaned_data)
        return {"message_id": data.pop("message"), **data}


class AnswerForm(forms.Form):
    """An answer to a puzzle."""

    cell = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)


class PuzzleChoiceForm(forms.Form):
    """Of which board the next puzzle is to be, and how hard; empty is any."""

    board = forms.ChoiceField(
        choices=[(board.id, board.name) for board in BOARDS.values()], required=False
    )
    grade = forms.TypedChoiceField(
        choices=[(grade, grade) for grade in GRADES],
        coerce=int,
        empty_value=None,
        required=False,
    )


class OwnGamesForm(forms.Form):
    """Which of their own games somebody wants to see, and before which; empty is any."""

    board = forms.ChoiceField(
        choices=[(board.id, board.name) for board in BOARDS.values()], required=False
    )
    opponent = forms.ChoiceField(
        choices=[*RIVALS.items(), *((rival.id, rival.name) for rival in OPPONENTS.values())],
        required=False,
    )
    result = forms.ChoiceField(choices=list(RESULTS.items()), required=False)
    before = forms.CharField(required=False)

    def clean_before(self) -> Place | None:
        text = self.cleaned_data["before"]
        try:
            return Place.parse(text) if text else None
        except ValueError as error:
            raise ValidationError(str(error)) from None

    def wanted(self) -> Wanted:
        board = BOARDS.get(self.cleaned_data["board"])
        opponent, result = self.cleaned_data["opponent"], self.cleaned_data["result"]
        return Wanted(board.variant if board else None, opponent, result)


class MoveForm(PlyForm):
    cell = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)


def requested_ply(request: HttpRequest, last: int, name: str = "ply") -> int | None:
    """Return the number of moves in ``?ply=``, None unless it is a whole number up to ``last``."""
    text = request.GET.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        return None
    return int(text) if int(text) <= last else None
