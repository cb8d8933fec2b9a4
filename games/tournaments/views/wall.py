"""What hangs on the wall: the code, then the table with four boards, at the end a podium."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from functools import partial
from heapq import nlargest
from html import unescape
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import get_language, gettext

from games.engine import clock
from games.models import Game
from games.models.avatars import AVATARS
from games.ops.client_address import client_address
from games.play import limits
from games.play.errors import TooBusy
from games.presentation import snapshots
from games.presentation.colours import LIGHT
from games.presentation.description import describe_game
from games.presentation.pictures import rendering, text
from games.tournaments import errors, matches, questions, standings
from games.tournaments.models import Entrant, Tournament
from games.tournaments.views.common import invitation, on_tournament, show

BOARDS_SHOWN, STAYS = 4, timedelta(seconds=3)
LARGE_LETTERS, NAMES = 250, 40  # of those who are here
ROOM = 5  # of a face and the space around it, in letters
ROWS = 10  # of the table at once
# The picture of the podium: widths, and sizes of letters from the largest.
STEP, WIDTH = 340, 1080
HEADLINE_SIZES, NAMES_SIZES = [88, 72, 60, 48], [44, 36, 30]


@on_tournament
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "boards": [board.name for board in tournament.presets],
        "key": key(tournament),
        **invitation(request, tournament),
        **_shown(tournament, request.GET.get("on", "").split()),
    }
    return show(request, tournament, "wall", context)


def _shown(tournament: Tournament, on_boards: Collection[str]) -> dict[str, Any]:
    here = tournament.entrants.still_in()
    if asked := questions.asked(tournament):
        return {
            "asked": asked,
            "answered": here.exclude(answer=None),
            "missing": here.filter(answer=None),
            "count": len(here),
        }
    count = len(here)
    if tournament.status == Tournament.Status.OPEN:
        return {
            "here": here[:NAMES],
            "count": count,
            "more": max(0, count - NAMES),
            "is_crowded": sum(len(each.name) + ROOM for each in here) > LARGE_LETTERS,
        }
    table = standings.table(tournament)
    shown: dict[str, Any] = {"table": table, "count": len(table.rows)}
    if tournament.is_over:
        ended = {"podium": standings.podium(table), "moments": standings.moments(table)}
        return {**shown, **ended}
    return {
        **shown,
        "pages": Paginator(table.rows, ROWS),
        "games": _games(tournament, table, on_boards),
        "moment": standings.newest_win(table),
    }


@on_tournament
def picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    table = standings.table(tournament)
    if not tournament.is_over or not table.results:
        raise errors.NotRunning
    key = f"tournament-{tournament.pk}-{tournament.version}-{get_language()}"
    count = partial(limits.count, limits.PICTURES, address=client_address(request))
    try:
        drawn = rendering.get(key, count, lambda: podium_svg(table))
    except (rendering.TooManyWaiting, rendering.RenderingFailed):
        raise TooBusy from None
    return HttpResponse(drawn, content_type="image/png")


def podium_svg(table: standings.Table) -> str:
    steps = []
    for place, rows in standings.podium(table):
        people = [row.entrant for row in rows]
        names = text.fit(", ".join(map(_drawable, people)), NAMES_SIZES, STEP, 1)
        steps.append((place, people, *names))
    first = [{"entrant": {"name": _drawable(each)}} for each in steps[0][1]]
    winners = strip_tags(render_to_string("tournaments/_winners.html", {"first": first}))
    [headline], size = text.fit(" ".join(unescape(winners).split()), HEADLINE_SIZES, WIDTH, 1)
    context = {"headline": headline, "size": size, "steps": steps, "colours": LIGHT}
    return render_to_string("tournaments/podium.svg", context)


def _drawable(entrant: Entrant) -> str:
    # Whose name has no letter that the picture can draw is called by the animal.
    return text.drawable(entrant.name) or gettext(AVATARS.get(entrant.player.avatar or "", ""))


def _games(
    tournament: Tournament, table: standings.Table, on_boards: Collection[str]
) -> list[dict[str, Any]]:
    # What is on a board stays; a free place is for a game of those who have most points.
    points = {row.entrant.player_id: row.entrant.points for row in table.rows}

    def order(game: Game) -> tuple[bool, bool, int]:
        most = max(points.get(id, 0) for id in game.people.values())
        return game.pk in on_boards, not game.is_over, most

    people = table.entrants
    return [
        {
            "game": game,
            "drawing": describe_game(snapshots.take(game)),
            "names": [people.get(seat.pk, seat).name for seat in (game.x, game.o) if seat],
        }
        for game in nlargest(BOARDS_SHOWN, _on_boards(tournament), order)
    ]


def _on_boards(tournament: Tournament) -> QuerySet[Game]:
    # What was on some seconds ago: a game that ends stays, and then the next has its place.
    then = clock.now() - STAYS
    games = matches.games_of(tournament, *matches.RUNNING, *matches.FINISHED)
    return games.filter(Q(finished_at=None) | Q(finished_at__gt=then), created_at__lte=then)


def key(tournament: Tournament) -> str:
    boards = _on_boards(tournament).aggregate(Count("pk"), Sum("version"))
    answers = tournament.entrants.aggregate(Count("answer"))
    return f"{tournament.revision()}/{boards}/{answers}"
