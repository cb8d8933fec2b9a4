from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.safestring import SafeString

from games.models import Game, HiddenName, Player, kinds
from games.people.accounts.services import lock
from games.people.moderation import restrictions, services
from games.people.moderation.models import Block, Report
from games.people.moderation.restrictions import Kind
from games.play.errors import Refused
from games.staff.games import linked, picture, replay, said
from games.staff.players import HIDE_NAME, LOCK, SILENCE, SILENCE_DAYS, is_restricted
from games.web.common import respond_to
from games.web.staff import StaffAdmin

MOST_DAYS = 366  # of a lock
WRONG_DAYS = f"Say for how many days, from 1 to {MOST_DAYS}."
# The decision that each kind of report begins with, if it is not silence, and the reasons for it.
FIRST = {"name": "hide", "stalling": "apart"}
REASONS = ("rude", "threat", "name", "no reason")
FOR_STALLING = ("keeps waiting", "rude", "no reason")

# What the log says of each decision, which has no names.
DONE = {
    "silence": f"Silenced for {SILENCE_DAYS} days",
    "hide": "Hid the name",
    "apart": "Keeps the two apart",
    "lock": "Locked out for {days} days",
    "dismiss": "Dismissed the report",
}


class DecisionForm(forms.Form):
    own = forms.CharField(max_length=200, required=False)
    reason = forms.ChoiceField(
        choices=[(reason, reason) for reason in (*REASONS, *FOR_STALLING)], required=False
    )
    days = forms.IntegerField(
        min_value=1,
        max_value=MOST_DAYS,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), WRONG_DAYS),
    )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not (data.get("own") or data.get("reason")):
            raise forms.ValidationError("Say why in a few words; they are kept in the log.")
        return data


@admin.register(Report)
class ReportAdmin(StaffAdmin):
    change_form_template = "admin/games/report/change_form.html"
    list_display = ("picture", "name", "told", "by", "created_at", "closed_at")
    list_display_links = ("name",)
    # As they wait, and below them those that are closed.
    ordering = (F("closed_at").desc(nulls_first=True), "created_at", "pk")
    sortable_by = ("created_at",)
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "kind", "created_at")
    list_per_page = 25
    fields = ("kind",)  # the page shows the rest in its own way

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        rows = ("reported__user", "reporter__user", "game__x", "game__o", *kinds.rows("game__"))
        return super().get_queryset(request).select_related(*rows)

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
        report = self.get_object(request, object_id)
        decision = request.POST.get("decision", "")
        if report is None or decision not in DONE:
            raise Http404
        if decision not in _possible(report, request.user):
            raise PermissionDenied
        form = DecisionForm(request.POST)
        wrong = [str(errors[0]) for errors in form.errors.values()]
        try:
            if not wrong:
                self._carry_out(request, report, decision, form.cleaned_data)
        except Refused as refusal:
            wrong = [respond_to(refusal)]
        for words in wrong:
            messages.error(request, words)
        following = report if wrong else services.waiting_reports().first()
        if following is None:
            return redirect("admin:index")
        return redirect("admin:games_report_change", following.pk)

    @transaction.atomic
    def _carry_out(
        self, request: HttpRequest, report: Report, decision: str, why: dict[str, Any]
    ) -> None:
        days = why["days"] or SILENCE_DAYS
        done = DONE[decision].format(days=days)
        for concerned in (report, report.reported):
            self.log_change(request, concerned, f"{done}: {why['own'] or why['reason']}")
        _make(decision, report, days)
        services.close_report(report)
        messages.success(request, f"{done}.")

    @admin.display(description="game")
    def picture(self, report: Report) -> SafeString:
        return picture(report.game)

    @admin.display(description="what was said")
    def told(self, report: Report) -> str:
        return f"“{report.words}”" if report.words else report.get_kind_display()

    @admin.display(description="reported by")
    def by(self, report: Report) -> SafeString:
        return linked(report.reporter.name, report.reporter)


def _possible(report: Report, user: Any) -> list[str]:
    if not user.has_perm("games.change_report"):
        return []
    person, acts = report.reported, user.has_perm("games.change_player")
    blocks = Block.objects.filter(blocker=report.reporter, blocked=person, by_staff=True)
    applies = {
        "silence": acts and SILENCE.applies(person),
        "hide": acts and HIDE_NAME.applies(person),
        "apart": is_restricted(person, Kind.SILENCE) is not None and not blocks.exists(),
        "lock": acts and LOCK.applies(person),
        "dismiss": report.closed_at is None,
    }
    offered = dict.fromkeys((FIRST.get(report.kind, "silence"), "apart", "lock", "dismiss"))
    return [decision for decision in offered if applies[decision]]


def _make(decision: str, report: Report, days: int) -> None:
    if decision == "silence":
        SILENCE.make(report.reported)
    elif decision == "hide" and report.reported.name == report.name:
        HIDE_NAME.make(report.reported)
    elif decision == "hide":
        HiddenName.objects.hide(report.name)
    elif decision == "apart":
        services.keep_apart(report)
    elif decision == "lock":
        lock(report.reported, days)


def _context(report: Report, request: HttpRequest) -> dict[str, Any]:
    waiting = services.waiting_reports()
    people = [_person(each) for each in (report.reported, report.reporter)]
    log = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Report), object_id=str(report.pk)
    )
    context = {
        "report": report,
        "waiting": waiting.count(),
        "place": waiting.filter(created_at__lt=report.created_at).count() + 1,
        "following": waiting.exclude(pk=report.pk).first(),
        "decided": request.user.has_perm("admin.view_logentry")
        and log.select_related("user").order_by("-action_time").first(),
        "people": people,
        "is_restricted": any(person["restrictions"] != "none" for person in people),
        "decisions": _possible(report, request.user),
        "reasons": FOR_STALLING if report.kind == Report.Kind.STALLING else REASONS,
        "days": SILENCE_DAYS,
    }
    if game := report.game:
        context |= {**replay(game, request), "lines": list(_said(report, game))}
    return context


def _person(player: Player) -> dict[str, Any]:
    return {
        "player": player,
        "link": linked(player.name, player),
        "about": player.reported_by.count(),
        "games": Game.objects.of(player).count(),
        "restrictions": restrictions.in_words(player),
    }


def _said(report: Report, game: Game) -> Iterator[tuple[int, str, str, bool]]:
    marks = [str(mark) for mark in game.marks_of(report.reported_id)]
    is_all = report.kind == Report.Kind.SAID and report.line_id is None
    for after, name, words, event in said(game):
        is_reported = event.pk == report.line_id or (is_all and event.mark in marks)
        yield after, name, words, is_reported
