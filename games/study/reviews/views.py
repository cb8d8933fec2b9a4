"""The pages of a finished game's review, and of trying one's mistakes again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from games.engine import Mark
from games.ops.client_address import client_address
from games.play import errors, limits
from games.presentation import board_wording, player_wording
from games.presentation.snapshots import summary
from games.protocol import Seat
from games.study.reviews import job, mistake_wording, services, wording
from games.study.reviews.mistakes import Attempt
from games.study.reviews.models import Review
from games.study.reviews.page import ReviewPage
from games.web import players
from games.web.common import (
    always_revalidate,
    prefers_json,
    render_page,
)
from games.web.fair_play import require_help_allowed
from games.web.forms import AnswerForm, NotAMove, requested_ply

REFRESH = 2  # seconds after which the page is loaded again without scripts

ReviewView = Callable[[HttpRequest, ReviewPage], HttpResponse]


def on_review(view: ReviewView) -> Callable[..., HttpResponse]:
    @always_revalidate
    @wraps(view)
    def wrapper(request: HttpRequest, game_id: str) -> HttpResponse:
        player_id = players.id_in(request.session)
        try:
            require_help_allowed(request)
            game = services.find_game_to_review(game_id)
            you = [mark.value for mark in game.marks_of(player_id)]
            review = services.review_of(game)
            is_asked = bool(you or review.pk or request.method == "POST")
            if is_asked:
                _start(request, review)
        except errors.Refused as refusal:
            if isinstance(refusal, errors.NoSuchGame) or prefers_json(request):
                raise
            context = {"game_id": game_id}
            return render_page(request, "study/reviews/no_review.html", context, refusal)
        page = ReviewPage(review, you, requested_ply(request, game.ply), is_asked=is_asked)
        response = view(request, page)
        patch_vary_headers(response, ["Accept"])
        return response

    return wrapper


def _start(request: HttpRequest, review: Review) -> None:
    if review.is_complete:
        return
    if not job.is_under_way(review.game_id):
        limits.count(limits.REVIEWS, address=client_address(request))
    async_to_sync(job.start)(review.game_id)


@require_http_methods(["GET", "HEAD", "POST"])
@on_review
def review(request: HttpRequest, page: ReviewPage) -> HttpResponse:
    if request.method == "POST":
        services.ask_for_review(page.game.pk)
        return redirect("games:review", page.game.pk)
    if prefers_json(request):
        return JsonResponse(page.as_json())
    if page.shown:
        page = replace(page, along=requested_ply(request, len(page.shown.line), "along") or 0)
    context = {**_context(page), "drawing": page.drawing, "refresh_after": REFRESH}
    return render(request, "study/reviews/review.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@on_review
def mistakes(request: HttpRequest, page: ReviewPage) -> HttpResponse:
    count = len(page.mistakes)
    number = requested_ply(request, count + 1, "number") or 1
    if page.review.is_complete and number <= count:
        return _mistake(request, page, number)
    end = mistake_wording.end(count) if page.review.is_complete else page.words
    context = {**_context(page), "words": end, "refresh_after": REFRESH}
    return render(request, "study/reviews/mistakes_done.html", context)


def _mistake(request: HttpRequest, page: ReviewPage, number: int) -> HttpResponse:
    mistake = page.mistakes[number - 1]
    attempt, refusal = Attempt(mistake, page.game.record[: mistake.ply]), None
    try:
        attempt = _tried(request, attempt)
    except NotAMove as refused:
        refusal = refused
    context = {
        **_context(page),
        "number": number,
        "count": len(page.mistakes),
        "next_number": number + 1,
        "attempt": attempt,
        "drawing": attempt.drawing,
        "state": {"turn": mistake.mark, "you": [mistake.mark]},
        "mover": mistake.mover,
        "other_side": mistake.mark.opponent,
    }
    return render_page(request, "study/reviews/mistakes.html", context, refusal)


def _tried(request: HttpRequest, attempt: Attempt) -> Attempt:
    if request.method != "POST":
        return attempt
    if "hint" in request.POST:
        return replace(attempt, is_hinted=True)
    if "show" in request.POST:
        return replace(attempt, is_shown=True)
    form = AnswerForm(request.POST)
    if not form.is_valid() or form.cleaned_data["cell"] not in attempt.board.legal_moves():
        raise NotAMove
    return replace(attempt, tried=form.cleaned_data["cell"])


def _context(page: ReviewPage) -> dict[str, Any]:
    game = page.game
    return {
        "page": page,
        "game": game,
        "board_name": board_wording.board(game.variant),
        "goal": board_wording.goal(game.variant),
        "sides": _sides(page),
    }


def _sides(page: ReviewPage) -> list[tuple[Mark, Seat | None, str]]:
    seats = player_wording.seats(summary(page.game))
    is_first = Mark.O if list(page.you) == [Mark.O] else Mark.X
    return [
        (mark, seats[mark], wording.side(mark, page.you, page.game.winner))
        for mark in (is_first, is_first.opponent)
    ]
