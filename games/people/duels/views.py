from __future__ import annotations

import math
from itertools import groupby
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from games.engine.clock import CONTROLS
from games.engine.presets import BOARDS
from games.models import Player
from games.ops.client_address import client_address
from games.people.duels import services
from games.people.duels.models import Rating, RatingChange, rating_in_words, ratings_in
from games.people.duels.openings.book import RATED
from games.people.duels.rules import NAME
from games.people.lobby import views as lobby
from games.people.lobby.queue import Terms
from games.play.errors import Refused
from games.presentation import examples, geometry
from games.web import players, previews
from games.web.common import always_revalidate, explain_sign_out, render_page
from games.web.game_parts import GamePart, Shown, of_kind

CLOCKS = {control: CONTROLS[control] for control in ("5s", "10s")}
DEFAULTS = {"board": "5x5", "control": "10s"}
TITLE = _("Duels")
DESCRIPTION = _("Two games from one position, and each begins one. That is fair on any board.")
LISTED = 20  # on a leaderboard
LEAST_LEADERS = 10  # who qualify, before there is one
POINTS = 100  # of a graph, at most; of more duels only some are drawn
WIDTH, HEIGHT, MARGIN = 320, 96, 8
LEAST_SPAN = 100  # of a graph from top to bottom, so that small changes look small


class DuelForm(forms.Form):
    board = forms.ChoiceField(choices=[(board, board) for board in RATED])
    control = forms.ChoiceField(choices=list(CLOCKS.items()))

    def terms(self) -> Terms:
        data = self.cleaned_data
        return Terms(str(BOARDS[data["board"]].variant), data["control"], kind=NAME)


@require_http_methods(["GET", "HEAD", "POST"])
@always_revalidate
def duels(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        explain_sign_out(request, players.current(request))
        return _page(request, DEFAULTS)
    form = DuelForm(request.POST)
    try:
        if not form.is_valid():
            raise lobby.NoSuchTerms
        terms, address = form.terms(), client_address(request)
        player = players.current(request)
        game = services.find_opponent(player, terms.board, terms.control, address=address)
        return lobby.go_to(request, game, terms)
    except Refused as refusal:
        return _page(request, {**DEFAULTS, **form.cleaned_data}, refusal)


def _page(
    request: HttpRequest, choices: dict[str, Any], refusal: Refused | None = None
) -> HttpResponse:
    player = players.current(request)
    context = {
        **previews.of_site(request, TITLE, DESCRIPTION),
        "visitor": player,
        "boards": [(board, examples.sample(board.variant)) for board in BOARDS.values()],
        "rated": [BOARDS[board] for board in RATED],
        "clocks": CLOCKS.items(),
        "choices": choices,
        "leaderboards": leaderboards(),
        "rated_boards": rated_boards(player, is_own=True),
    }
    return render_page(request, "people/duels/duels.html", context, refusal)


def leaderboards() -> list[dict[str, Any]]:
    leading = ((board, list(Rating.objects.leading(board)[:LISTED])) for board in RATED)
    return [
        {"board": BOARDS[board], "leaders": leaders}
        for board, leaders in leading
        if len(leaders) >= LEAST_LEADERS
    ]


def rated_boards(player: Player | None, *, is_own: bool = False) -> list[dict[str, Any]]:
    ratings = player.ratings.filter(board__in=RATED) if player else ()
    by_id = {rating.pk: rating for rating in ratings if rating.is_established or is_own}
    changes = RatingChange.objects.filter(rating__in=by_id).order_by("rating", "at", "pk")
    rows = changes.values_list("rating", "before", "after")
    return [
        {"rating": by_id[id], **_graph([(before, after) for _, before, after in of_rating])}
        for id, of_rating in groupby(rows, key=lambda row: row[0])
    ]


def _graph(changes: list[tuple[float, float]]) -> dict[str, Any]:
    values: list[float] = [changes[0][0], *(after for _, after in changes)]
    # Counted from the end, so that the last one is drawn.
    values = values[:: -math.ceil(len(values) / POINTS)][::-1]
    points = _points(values)
    size = {"width": WIDTH, "height": HEIGHT, "path": geometry.polyline(points), "end": points[-1]}
    first, last, best = (round(value) for value in (values[0], values[-1], max(values)))
    return {**size, "first": first, "last": last, "best": best}


def _points(values: list[float]) -> list[tuple[float, float]]:
    spare = max(0.0, LEAST_SPAN - (max(values) - min(values))) / 2
    low, high = min(values) - spare, max(values) + spare
    step = (WIDTH - 2 * MARGIN) / max(1, len(values) - 1)
    scale = (HEIGHT - 2 * MARGIN) / (high - low)
    return [
        (round(MARGIN + number * step, 1), round(MARGIN + scale * (high - value), 1))
        for number, value in enumerate(values)
    ]


def _context(shown: Shown) -> dict[str, Any]:
    ratings = ratings_in(shown.game)
    changes = [rating["change"] for rating in ratings.values() if rating["change"] is not None]
    return {
        **lobby.context(shown),
        "ratings": {mark: rating_in_words(rating) for mark, rating in ratings.items()},
        "has_changed": bool(changes),
        "is_rated": len(changes) == len(ratings),
        "is_new": any(not rating.get("is_established", True) for rating in ratings.values()),
    }


PART = GamePart(
    applies=of_kind(NAME),
    templates={
        "invitation_heading": "people/duels/_invitation_heading.html",
        "invitation": "people/duels/_invitation.html",
        "score": "people/duels/_score.html",
        "seat": "people/duels/_seat.html",
        "terms": "people/duels/_terms.html",
        "onward": "people/duels/_again.html",
    },
    context=_context,
    scripts=("js/people/duels.js",),
)
