"""The pages of who has invited everybody: start, steer, and look back with the class."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from games.ai.computer_players import LEVELS
from games.engine import clock, write_moves
from games.engine.clock import CONTROLS
from games.engine.presets import BOARDS
from games.ops.client_address import client_address
from games.play import limits
from games.play.errors import Refused
from games.presentation import examples
from games.presentation.stepper import play_address
from games.study.worksheets import COUNTS, WorksheetForm
from games.tournaments import entrants, errors, hosting, learning, matches, questions, standings
from games.tournaments.models import Entrant, Tournament
from games.tournaments.views.common import hosted, invitation, posted, show
from games.web import players
from games.web.common import absolute_url, render_page
from games.web.csv_files import csv_lines

AWAY_AFTER = timedelta(minutes=1)
NO_WIN_IN, LOST = 5, [0, 0, 0]  # games, and points of the last ones, after which one needs the host
NEEDS = ("away", "resting", "no_win", "lost")  # the most urgent first
NEEDING = 3  # of those who need the host are shown at once
TALLIES = 10  # are shown at once
DEFAULT_BOARDS, DEFAULT_CONTROL = ["classic", "connect-four"], "10s"


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    boards = forms.MultipleChoiceField(choices=[(board, board) for board in BOARDS])
    minutes = forms.TypedChoiceField(choices=[(each, each) for each in hosting.MINUTES], coerce=int)
    control = forms.TypedChoiceField(
        choices=list(CONTROLS.items()), required=False, empty_value=DEFAULT_CONTROL
    )
    level = forms.ChoiceField(choices=[(each, each) for each in LEVELS], required=False)

    class Meta:
        model = Tournament
        fields = ("boards", "minutes", "kind", "control", "level")

    def clean(self) -> None:
        level = LEVELS.get(self.cleaned_data.get("level", ""))
        boards = [BOARDS[board] for board in self.cleaned_data.get("boards", [])]
        if level and not all(level.plays(board.variant) for board in boards):
            self.add_error("boards", "")


@never_cache
def open_one(request: HttpRequest) -> HttpResponse:
    form = TournamentForm(request.POST or None, instance=Tournament(boards=DEFAULT_BOARDS))
    if not form.is_valid():
        return _form_page(request, form)
    host, address = players.acting(request), client_address(request)
    opened = hosting.open_tournament(host, **form.cleaned_data, address=address)
    return redirect("games:tournament_wall", opened.pk)


@hosted
def change(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = TournamentForm(request.POST or None, instance=tournament)
    if not form.is_valid():
        return _form_page(request, form, tournament)
    hosting.change_terms(tournament, **form.cleaned_data)
    return redirect("games:tournament_host", tournament.pk)


def _form_page(
    request: HttpRequest, form: TournamentForm, tournament: Tournament | None = None
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "form": form,
        "boards": [(board, examples.sample(board.variant)) for board in BOARDS.values()],
        "minutes": hosting.MINUTES[:6],
        "levels": LEVELS.values(),
        "controls": CONTROLS.items(),
    }
    refusal = errors.NoBoards() if request.method == "POST" else None
    return render_page(request, "tournaments/new.html", context, refusal)


@hosted
def host(
    request: HttpRequest, tournament: Tournament, refusal: Refused | None = None
) -> HttpResponse:
    table = standings.table(tournament)
    runs = tournament.status == Tournament.Status.RUNNING
    needing = [(row, why) for row in table.rows if runs and (why := _needs(row))]
    needing = sorted(needing, key=lambda each: NEEDS.index(each[1]))[:NEEDING]
    own = tournament.entrants.of(tournament.host)
    context = {
        "needing": needing,
        "others": [row for row in table.rows if row not in [each for each, _why in needing]],
        "rows": table.rows,
        "running": len(matches.running_games(tournament)),
        "played": len(table.results),
        "plays_along": own is not None and own.state == Entrant.State.HERE,
        "key": f"{tournament.revision()}",
        **invitation(request, tournament),
    }
    return show(request, tournament, "host", context, refusal)


def _needs(row: standings.Row) -> str:
    entrant = row.entrant
    needs = {
        "resting": entrant.state == Entrant.State.RESTING,
        "away": not entrant.game_id and entrant.seen_at < clock.now() - AWAY_AFTER,
        "no_win": entrant.played >= NO_WIN_IN and not entrant.wins,
        "lost": row.last == LOST,
    }
    return next((why for why, is_so in needs.items() if is_so), "")


ACTS: dict[str, Callable[[Tournament], None]] = {
    "start": hosting.start,
    "add-time": hosting.add_time,
    "pause": hosting.pause,
    "stop-all": hosting.stop_all,
    "go-on": hosting.go_on,
    "end": hosting.end,
    "next-round": hosting.begin_next_round,
    "lock": partial(hosting.change, is_locked=True),
    "unlock": partial(hosting.change, is_locked=False),
    "made-up-names": partial(hosting.change, made_up_names=True),
    "own-names": partial(hosting.change, made_up_names=False),
    "show-on": questions.show_on,
    "close-question": questions.close,
    "play-along": entrants.play_along,
}


@hosted
@posted
def act(request: HttpRequest, tournament: Tournament, act: str) -> HttpResponse:
    if act == "delete":
        hosting.delete(tournament)
        return redirect("games:home")
    try:
        if act in ACTS:
            ACTS[act](tournament)
        else:
            _change_entrant(request, tournament, act)
    except Refused as refusal:
        return host(request, code=tournament.pk, refusal=refusal)
    page = "games:tournament_wall" if "wall" in request.POST else "games:tournament_host"
    return redirect(page, tournament.pk)


def _change_entrant(request: HttpRequest, tournament: Tournament, act: str) -> None:
    id = request.POST.get("entrant", "")
    found = tournament.entrants.select_related("player", "game", "tournament")
    entrant = found.filter(pk=int(id) if id.isdecimal() else 0).first()
    if entrant is None:
        raise errors.NotEntered
    if act == "remove":
        entrants.remove(entrant)
    else:
        entrants.rename(entrant, request.POST.get("name", "").strip())


@hosted
def learn(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    found = learning.learning(tournament)
    count = None if "all" in request.GET else TALLIES
    context = {
        "learning": found,
        "shown": found["tallies"][:count],
        "hidden": found["tallies"][count:] if count else [],
        "games": len(matches.games_of(tournament)),
    }
    return show(request, tournament, "learn", context)


@hosted
def worksheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = WorksheetForm(request.GET)
    count = form.cleaned_data["count"] if form.is_valid() else COUNTS[0]
    moves = learning.instructive_moves(tournament)
    missed = {each.move.board: each for each in moves if each.kind in learning.MISSED}
    exercises = [
        each.exercise(absolute_url(request, play_address(each.move.variant, each.before)))
        for each in list(missed.values())[:count]
    ]
    context = {"tournament": tournament, "exercises": exercises, "count": count, "counts": COUNTS}
    return render_page(request, "study/worksheet.html", context)


@hosted
def choose_position(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    source = request.GET.get("of", next(iter(questions.SOURCES)))
    found = questions.positions(source, tournament.host)
    context = {"sources": questions.SOURCES, "source": source, "positions": found}
    return show(request, tournament, "positions", context)


@hosted
@posted
def ask(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    limits.count(questions.QUESTIONS, player_id=tournament.host_id)
    questions.ask(tournament, request.POST.get("board", ""), request.POST.get("moves", ""))
    return redirect("games:tournament_wall", tournament.pk)


# As files


@hosted
def table_as_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    lines: list[tuple[Any, ...]] = [("place", "name", "points", "wins", "games")]
    for each, place, _last in standings.table(tournament).rows:
        lines.append((place.number, each.name, each.points, each.wins, each.played))
    return _csv(f"{tournament.pk}-table", lines)


@hosted
def games_as_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    names = dict(tournament.entrants.values_list("player_id", "name"))
    lines: list[tuple[Any, ...]] = [("x", "o", "winner", "board", "moves", "at")]
    for game in matches.games_of(tournament):
        seated = [names.get(id or 0, "") for id in (game.x_id, game.o_id)]
        moves, won_by = write_moves(game.record, game.variant), game.winner or "draw"
        lines.append((*seated, won_by, game.variant_code, moves, game.finished_at))
    return _csv(f"{tournament.pk}-games", lines)


def _csv(name: str, lines: list[tuple[Any, ...]]) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(csv_lines(lines), content_type="text/csv; charset=utf-8", headers=headers)
