"""The admin's page of one report: what was said, who they are, the game, and what staff decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import date
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine import clock
from games.models import Game, GameEvent, Player
from games.people.moderation import restrictions, services
from games.people.moderation.models import Report
from games.play.errors import Refused
from games.presentation import wording
from games.staff.accounts import SILENCE_DAYS
from games.staff.decisions import (
    DECISIONS,
    FIRST,
    REASONS,
    Decision,
    days_in,
    reason_in,
)
from games.staff.game_page import replay
from games.staff.names import linked
from games.staff.waiting import KINDS, age, queue
from games.study.reviews.page import ReviewPage
from games.study.reviews.services import review_of
from games.web.common import respond_to
from games.web.forms import requested_ply


@dataclass(frozen=True, slots=True)
class Person:
    player: Player
    report: Report

    @property
    def link(self) -> SafeString:
        return linked(self.player.name, self.player)

    @property
    def about(self) -> str:
        return self._told("reported")

    @property
    def by(self) -> str:
        return self._told("reporter")

    def _told(self, role: str) -> str:
        others = Report.objects.filter(**{role: self.player}).exclude(pk=self.report.pk)
        kinds = Counter(KINDS[kind] for kind in others.values_list("kind", flat=True))
        if not kinds:
            return "none"
        told = ", ".join(f"{kind} {n} times" if n > 1 else kind for kind, n in kinds.items())
        address = f"{reverse('admin:games_report_changelist')}?{role}__id__exact={self.player.pk}"
        return format_html('<a href="{}">{}</a>: {}', address, kinds.total(), told)

    @property
    def games(self) -> int:
        return Game.objects.of(self.player).count()

    @property
    def since(self) -> datetime:
        return self.player.created_at

    @property
    def account(self) -> str:
        user = self.player.user
        if user is None:
            return "none"
        return f"since {date(user.date_joined)}" + ("" if user.is_active else ", locked")

    @property
    def restrictions(self) -> str:
        return restrictions.in_words(self.player)


class Said(NamedTuple):
    after: int
    name: str
    words: str
    is_reported: bool


class ReportPage(admin.ModelAdmin):  # type: ignore[type-arg]
    change_form_template = "admin/games/report/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.decide)
        decide = path("<path:object_id>/decide/", view, name="games_report_decide")
        return [decide, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        context |= _context(context["original"], request)
        return super().render_change_form(request, context, *args, **options)

    def decide(self, request: HttpRequest, object_id: str) -> HttpResponse:
        report, decision = self._asked(request, object_id)
        try:
            self._carry_out(request, report, decision)
        except Refused as refusal:
            messages.error(request, respond_to(refusal))
            return redirect("admin:games_report_change", report.pk)
        following = _following(report, list(queue()))
        if following is None:
            return redirect("admin:index")
        return redirect("admin:games_report_change", following.pk)

    def _asked(self, request: HttpRequest, object_id: str) -> tuple[Report, Decision]:
        report = self.get_object(request, object_id)
        decision = DECISIONS.get(request.POST.get("decision", ""))
        if report is None or decision is None:
            raise Http404
        if not _may_decide(request, report, decision):
            raise PermissionDenied
        return report, decision

    @transaction.atomic
    def _carry_out(self, request: HttpRequest, report: Report, decision: Decision) -> None:
        reason, days = reason_in(request.POST), days_in(request.POST)
        done = decision.done.format(days=days)
        for concerned in (report, report.reported):
            self.log_change(request, concerned, f"{done}: {reason}")
        decision.make(report, days)
        services.close_report(report)
        messages.success(request, f"{done}.")


def _following(report: Report, waiting: list[Report]) -> Report | None:
    others = [each for each in waiting if each.pk != report.pk]
    later = (each for each in others if each.created_at >= report.created_at)
    return next(later, others[0] if others else None)


def _may_decide(request: HttpRequest, report: Report, decision: Decision) -> bool:
    needed = ("games.change_report", decision.permission)
    return request.user.has_perms(needed) and decision.applies(report)


def _context(report: Report, request: HttpRequest) -> dict[str, Any]:
    waiting, now = list(queue()), clock.now()
    following = _following(report, waiting)
    places = [each.pk for each in waiting]
    context = {
        "report": report,
        "kind": KINDS[report.kind],
        "place": places.index(report.pk) + 1 if report.pk in places else None,
        "waiting": len(waiting),
        "age": age(report, now),
        "decided": _decided(report) if request.user.has_perm("admin.view_logentry") else None,
        "following": following,
        "following_age": following and age(following, now),
        "people": [Person(report.reported, report), Person(report.reporter, report)],
        "decisions": _choices(report, request),
        "reasons": REASONS.items(),
        "days": SILENCE_DAYS,
    }
    return {**context, **_game(report, report.game, request)} if report.game else context


def _choices(report: Report, request: HttpRequest) -> dict[str, str]:
    possible = {
        key: decision.title
        for key, decision in DECISIONS.items()
        if _may_decide(request, report, decision)
    }
    first = FIRST[Report.Kind(report.kind)]
    return {key: possible[key] for key in sorted(possible, key=lambda key: key != first)}


def _decided(report: Report) -> LogEntry | None:
    kind = ContentType.objects.get_for_model(Report)
    entries = LogEntry.objects.filter(content_type=kind, object_id=str(report.pk))
    return entries.select_related("user").order_by("-action_time").first()


def _game(report: Report, game: Game, request: HttpRequest) -> dict[str, Any]:
    chosen = requested_ply(request, game.ply)
    page = ReviewPage(review_of(game), (), game.ply if chosen is None else chosen)
    return {**replay(page), "said": list(_said(report, game))}


def _said(report: Report, game: Game) -> Iterator[Said]:
    marks = [str(mark) for mark in game.marks_of(report.reported_id)]
    moves = list(game.moves.filter(undone_at=None).values_list("created_at", flat=True))
    for event in game.events.filter(kind=GameEvent.Kind.REACTED):
        after = game.start_ply + sum(at <= event.at for at in moves)
        is_all = report.kind == Report.Kind.SAID and report.line_id is None
        is_reported = event.pk == report.line_id or (is_all and event.mark in marks)
        yield Said(after, game.seat_name(event.mark), wording.said(event), is_reported)
