"""The admin's page of one game: its replay with verdicts, and its timeline."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path

from games.engine import Mark
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors, limits
from games.presentation import board_wording, player_wording, snapshots, wording
from games.staff.game_facts import facts
from games.staff.names import linked_rivals
from games.staff.timeline import timeline
from games.study.reviews import job, services
from games.study.reviews import wording as review_wording
from games.study.reviews.models import Review
from games.study.reviews.page import ReviewPage
from games.web.common import refused, respond_to
from games.web.fair_play import require_help_allowed
from games.web.forms import requested_ply

REFRESH = 2  # seconds after which the page is loaded again without scripts, until it is complete


class GamePage(admin.ModelAdmin):  # type: ignore[type-arg]
    change_form_template = "admin/games/game/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.ask_for_review)
        review = path("<path:object_id>/review/", view, name="games_game_review")
        return [review, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        try:
            require_help_allowed(request)  # the review is help
        except errors.Refused as refusal:
            return refused(request, refusal)
        context |= _context(context["original"], request)
        return super().render_change_form(request, context, *args, **options)

    def ask_for_review(self, request: HttpRequest, object_id: str) -> HttpResponse:
        game = self.get_object(request, object_id)
        if game is None:
            raise Http404
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        if request.method == "POST":
            try:
                self._ask_for_review(request, game)
            except errors.Refused as refusal:
                messages.error(request, respond_to(refusal))
        return redirect("admin:games_game_change", game.pk)

    def _ask_for_review(self, request: HttpRequest, game: Game) -> None:
        limits.count(limits.REVIEWS, address=client_address(request))
        services.ask_for_review(game.pk)
        async_to_sync(job.start)(game.pk)
        self.log_change(request, game, "Asked for the review.")


def _context(game: Game, request: HttpRequest) -> dict[str, Any]:
    review = services.review_of(game)
    page = ReviewPage(review, (), requested_ply(request, game.ply))
    if page.shown:
        along = requested_ply(request, len(page.shown.line), "along") or 0
        page = ReviewPage(review, (), page.number, along)
    return {
        **replay(page),
        "words": _words(page),
        "players": linked_rivals(game),
        "facts": facts(game),
        "timeline": timeline(page, tells_of_staff=request.user.has_perm("admin.view_logentry")),
        "may_be_reviewed": game.is_over and not review.is_complete,
        "is_review_awaited": _is_awaited(review),
        "refresh_after": REFRESH,
    }


def replay(page: ReviewPage) -> dict[str, Any]:
    seats, winner = player_wording.seats(snapshots.summary(page.game)), page.game.winner
    return {
        "page": page,
        "game": page.game,
        "drawing": page.drawing,
        "board_name": board_wording.board(page.game.variant),
        "goal": board_wording.goal(page.game.variant),
        "sides": [(mark, seats[mark], review_wording.side(mark, (), winner)) for mark in Mark],
    }


def _is_awaited(review: Review) -> bool:
    return review.pk is not None and not review.is_complete


def _words(page: ReviewPage) -> str:
    game, review = page.game, page.review
    if not game.is_over:
        return wording.status(snapshots.summary(game), ())
    if review.is_complete or _is_awaited(review):
        return page.words
    return "Nobody has looked at the moves yet."
