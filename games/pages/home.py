from __future__ import annotations

from random import SystemRandom
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.ai.computer_players import LEVELS, OPPONENTS, STRONGEST
from games.ai.opening_book import CONNECT_FOUR
from games.engine import CLASSIC, Board, Mark, Variant, play_moves, write_moves
from games.engine.clock import CONTROLS
from games.engine.presets import BOARDS
from games.engine.series import ENDLESS, LENGTHS
from games.models import Game, Player
from games.ops.client_address import client_address
from games.people.friends.services import invite, note_online, recent_opponents
from games.people.lobby.stats import usual_control
from games.people.lobby.views import CHOICE as SEEK
from games.people.profiles import history
from games.people.profiles.history import GameFilter
from games.play import errors, services
from games.presentation import examples, wording
from games.presentation.description import describe as describe_board
from games.protocol import MAX_NUMBER
from games.study.puzzles.views import context_of_day
from games.web import players, previews
from games.web.common import action, always_revalidate, explain_sign_out, respond_to
from games.web.fair_play import require_help_allowed

SURPRISE = "surprise"
CLASSIC_BOARD = "classic"
# The names of what can be chosen are translated by the templates that show them.
UNDO = {"": _("On larger boards only"), "yes": _("Yes"), "no": _("No")}
SIDES = [(side, side) for side in (*Mark, SURPRISE)]
RECENT = 12  # games listed


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
        # Against the computer they always may. The default is yes on one device, and between two
        # on larger boards.
        opponent: str = self.cleaned_data["opponent"]
        undo: str = self.cleaned_data["undo"]
        if opponent == self.COMPUTER or not undo:
            return opponent != self.FRIEND or variant.size > CLASSIC.size
        return undo == "yes"

    def mark(self) -> Mark:
        side = self.cleaned_data["side"] or Mark.X
        return SystemRandom().choice(list(Mark)) if side == SURPRISE else Mark(side)


CHOICES = "choices"  # of the last game, in the session
DEFAULTS = {
    "board": CLASSIC_BOARD,
    "level": "easy",
    "side": SURPRISE,
    "control": "",
    "best_of": ENDLESS,
}


@require_safe
@always_revalidate
def home(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    explain_sign_out(request, player)
    return home_page(request, player)


@action
def create(request: HttpRequest) -> HttpResponse:
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return home_page(request, players.current(request), form=form)
    try:
        game = _create(request, form)
    except errors.Refused as refusal:
        return home_page(request, players.current(request), form=form, refusal=refusal)
    if "meanwhile" not in request.POST:
        _remember(request, form)
    return redirect(game)


def _create(request: HttpRequest, form: NewGameForm) -> Game:
    terms = form.terms()
    host = players.acting(request)
    guest = _guest(form, host)
    if guest and guest.is_computer:
        require_help_allowed(request)
    terms |= {"guest": guest, "address": client_address(request)}
    if again := request.POST.get("again"):
        return invite(host, again, mark=form.mark(), **terms)
    cell = form.cleaned_data["cell"]
    if cell is None:
        return services.create_game(host=host, mark=form.mark(), **terms)
    return services.create_game_with_move(host=host, cell=cell, **terms)


def home_page(
    request: HttpRequest,
    player: Player | None,
    *,
    form: NewGameForm | None = None,
    refusal: errors.Refused | None = None,
) -> HttpResponse:
    choices = {**_choices(request), **_asked(request), **_posted(form)}
    try:
        opening = _opening(choices)
    except errors.Refused as wrong:
        opening, refusal = (), refusal or wrong
    context = {
        **previews.of_site(request),
        **_board_context(choices, opening),
        **_choices_context(choices),
        **_games_context(player),
        # Against the computer the players' row says who begins, unless a form has just said it.
        "posted_side": _posted(form).get("side"),
        "seek": request.session.get(SEEK) or {"control": usual_control()},
        **context_of_day(request, player),
        "visitor": player,
        "new_game_form": form,
        "alert": respond_to(refusal),
    }
    status = refusal.http_status if refusal else 400 if form else 200
    return render(request, "pages/home/home.html", context, status=status)


def _board_context(choices: dict[str, Any], opening: tuple[int, ...]) -> dict[str, Any]:
    board = BOARDS.get(choices["board"], BOARDS[CLASSIC_BOARD])
    position = play_moves(Board(board.variant), opening)
    turn = position.turn.value
    return {
        "board": board,
        "level": LEVELS.get(choices["level"], LEVELS["easy"]),
        "solved": STRONGEST.id if board.variant == CONNECT_FOUR else "",
        "unbeatable": STRONGEST.id if STRONGEST.is_unbeatable_on(board.variant) else "",
        "drawing": describe_board(position, opening, seen_by=turn),
        "state": {"turn": turn, "you": [turn]},
        "moves": write_moves(opening, board.variant),
        "start": wording.start(len(opening)),
        "other_side": position.turn.opponent,
        "sides": [(turn, _("You")), (position.turn.opponent, ""), (SURPRISE, _("Surprise me"))],
    }


def _choices_context(choices: dict[str, Any]) -> dict[str, Any]:
    return {
        "choices": choices,
        "boards": [(board, examples.sample(board.variant)) for board in BOARDS.values()],
        "levels": LEVELS.values(),
        "controls": CONTROLS.items(),
        "lengths": LENGTHS.items(),
    }


def _games_context(player: Player | None) -> dict[str, Any]:
    if player is None:
        return {}
    note_online(player.pk)
    friends = {"recent_opponents": recent_opponents(player)}
    games = history.page(player, GameFilter(), None, RECENT)
    if not games:
        return friends
    unfinished = [each for each in games if not each.game.is_over]
    continued = min(unfinished, key=lambda each: each.urgency, default=None)
    guests = [(each.game, each.game.new_guest_name(player.pk)) for each in games]
    return {
        **friends,
        "continued": continued,
        "recent": [each for each in games if each is not continued],
        "joined": [(game, guest) for game, guest in guests if guest],
    }


def _choices(request: HttpRequest) -> dict[str, Any]:
    return {**DEFAULTS, **request.session.get(CHOICES, {})}


def _asked(request: HttpRequest) -> dict[str, Any]:
    moves = request.GET.get("moves", "")
    board = request.GET.get("board", CLASSIC_BOARD if moves else "")
    asked = {"moves": moves} if moves else {}
    level = {"level": request.GET["level"]} if request.GET.get("level") in LEVELS else {}
    return {**asked, **level, "board": board} if moves or board in BOARDS else level


def _opening(choices: dict[str, Any]) -> tuple[int, ...]:
    moves, board = choices.get("moves", ""), BOARDS.get(choices["board"])
    if board is None and moves:
        raise errors.WrongOpening
    return services.read_opening(moves, board.variant) if board else ()


def _posted(form: NewGameForm | None) -> dict[str, Any]:
    if form is None:
        return {}
    return {name: value for name, value in form.cleaned_data.items() if name in form.data}


def _remember(request: HttpRequest, form: NewGameForm) -> None:
    # Choices without a field in this form stay.
    chosen = {name: value for name, value in _posted(form).items() if name in DEFAULTS}
    request.session[CHOICES] = {**_choices(request), **chosen}


def _guest(form: NewGameForm, host: Player) -> Player | None:
    match form.cleaned_data["opponent"]:
        case NewGameForm.COMPUTER:
            return Player.objects.of_level(OPPONENTS[form.cleaned_data["level"]])
        case NewGameForm.DEVICE:
            return host
    return None
