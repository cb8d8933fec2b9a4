"""The pages of who plays: come in, wait between two games, and look back at the end."""

from __future__ import annotations

from datetime import timedelta
from random import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.models import Game, Player, avatars, kinds, new_name
from games.ops.client_address import client_address
from games.play import limits, services
from games.play.errors import NameTaken, Refused
from games.presentation import snapshots
from games.presentation.description import describe_game
from games.presentation.wording import control
from games.tournaments import entrants, errors, learning, matches, polling, questions, standings
from games.tournaments.models import Entrant, Tournament
from games.tournaments.views.common import on_tournament, posted, show
from games.web import players
from games.web.forms import AnswerForm, NotAMove
from games.web.game_parts import GamePart, Shown, of_kind


@on_tournament
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method == "POST":
        return _take_name(request, tournament)
    return _page(request, tournament, tournament.entrants.of(players.current(request)))


@on_tournament
def rename(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    entrant = _own_entrant(request, tournament)
    if request.method == "POST":
        return _take_name(request, tournament, entrant)
    return _page(request, tournament, None, {"typed": entrant.name})


def _take_name(
    request: HttpRequest, tournament: Tournament, entrant: Entrant | None = None
) -> HttpResponse:
    # What comes with the name is the face that was seen beside it.
    address, name = client_address(request), request.POST.get("name", "").strip()
    if "another" in request.POST:
        typed = "" if name == request.POST["another"] else name
        return _page(request, tournament, None, {"typed": typed, "person": _newcomer()})
    # Two classes of one school come at once, more than newcomers may elsewhere.
    limits.check(entrants.ENTRIES, address=address)
    player = players.acting(request, is_counted=False)
    try:
        look = {key: request.POST.get(key, "") for key in ("avatar", "ink")}
        services.change_avatar(player, **look)
        if entrant:
            entrants.rename(entrant, name)
        else:
            entrants.enter(tournament, player, name, address=address)
    except Refused as refusal:
        given: dict[str, Any] = {"typed": name or player.name}
        if isinstance(refusal, errors.NameGiven | NameTaken):
            given |= entrants.twin_of(tournament, player, name)
        shown = None if entrant else tournament.entrants.of(player)
        return _page(request, tournament, shown, given, refusal)
    return redirect(tournament)


def _newcomer() -> Player:
    name = new_name()
    return Player(name=name, **avatars.of_newcomer(name, SystemRandom()))


def _page(
    request: HttpRequest,
    tournament: Tournament,
    entrant: Entrant | None,
    context: dict[str, Any] | None = None,
    refusal: Refused | None = None,
) -> HttpResponse:
    id = str(entrant.pk) if entrant else polling.NOBODY
    shown = {
        "entrant": entrant,
        "key": polling.keys(tournament, [entrant] if entrant else [])[id],
        "follow": polling.address(tournament, id),
        "control": control(tournament.control),
        **(_inside(tournament, entrant) if entrant else _outside(request, tournament)),
        **(context or {}),
    }
    return show(request, tournament, "page", shown, refusal)


def _outside(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    here = tournament.entrants.still_in().order_by("-joined_at")
    person = players.current(request) or _newcomer()
    return {"newest": here[:7], "count": here.count(), "person": person}


def _inside(tournament: Tournament, entrant: Entrant) -> dict[str, Any]:
    entrants.note_seen(entrant.pk)
    table = standings.table(tournament)
    played = matches.games_of(tournament).of(entrant.player).select_related("review", "next")
    shown = played if tournament.is_over else played.reverse()[:1]
    return {
        "visitor": entrant.player,
        "question": questions.asked(tournament, entrant),
        "row": table.row(entrant),
        "count": len(table.rows),
        "next": _next(entrant),
        "is_ending": matches.is_ending(tournament),
        "own_games": [_played(entrant, game) for game in shown],
        "podium": standings.podium(table) if tournament.is_over else None,
    }


def _played(entrant: Entrant, game: Game) -> dict[str, Any]:
    [mark] = game.marks_of(entrant.player_id)
    turning_point = learning.turning_point(game, entrant)
    better = turning_point.better if turning_point else ()
    drawing = describe_game(snapshots.take(game))
    return {
        "game": game,
        "other": game.seat(mark.opponent),
        "has_won": game.winner == mark,
        "has_missed": entrant.player_id in matches.missing(game),
        "turning_point": turning_point,
        "drawing": drawing.noted({cell: {"is_best": True} for cell in better}),
    }


def _next(entrant: Entrant) -> dict[str, Any] | None:
    if (game := entrant.game) is None:
        return None
    [mark] = game.marks_of(entrant.player_id)
    within = kinds.of(game).first_move_within or timedelta()
    return {
        "game": game,
        "person": game.seat(mark.opponent),
        "mark": mark,
        "left": round(game.time_to_deadline().total_seconds()),
        "of": round(within.total_seconds()),
    }


def _own_entrant(request: HttpRequest, tournament: Tournament) -> Entrant:
    entrant = tournament.entrants.of(players.current(request))
    if entrant is None:
        raise errors.NotEntered
    return entrant


@on_tournament
@posted
def rest(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    entrant = _own_entrant(request, tournament)
    act = entrants.come_back if "back" in request.POST else entrants.rest
    act(entrant)
    return redirect(tournament)


@on_tournament
@posted
def answer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise NotAMove
    questions.answer(_own_entrant(request, tournament), form.cleaned_data["cell"])
    return redirect(tournament)


def _standing(shown: Shown) -> dict[str, Any]:
    own = Entrant.objects.filter(tournament__games=shown.game.pk, player=shown.visitor)
    entrant = own.select_related("tournament").first()
    if entrant is None:
        return {}
    row = standings.table(entrant.tournament).row(entrant)
    return {"tournament": entrant.tournament, "row": row, "entrant": entrant}


PART = GamePart(
    applies=of_kind(matches.ARENA, matches.ROUNDS),
    templates={"above": "tournaments/_game_standing.html", "bar": "tournaments/_game_bar.html"},
    context=_standing,
    scripts=("js/tournaments/follow.js",),
)
