from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.safestring import SafeString

from games.models import Game, GameEvent, HiddenName, Player, kinds
from games.people.accounts.services import lock
from games.people.moderation import restrictions, services
from games.people.moderation.models import Block, Report
from games.play.errors import Refused
from games.presentation import board_wording, wording
from games.staff.games import picture
from games.staff.names import linked
from games.staff.players import HIDE_NAME, LOCK, SILENCE, SILENCE_DAYS, is_silenced
from games.web.common import respond_to
from games.web.staff import StaffAdmin

MOST_DAYS = 366  # of a lock
REASONS = ("Rude", "Threat", "Name", "Keeps others waiting", "Nothing wrong")
# The decision that each kind of report begins with.
FIRST = {Report.Kind.NAME: "hide", Report.Kind.STALLING: "apart"}


class Decision(NamedTuple):
    # ``done`` is what the log says, which has no names.
    title: str
    done: str
    permission: str
    applies: Callable[[Report], bool]
    make: Callable[[Report, int], object]


def _hide(report: Report, _days: int) -> None:
    if report.reported.name == report.name:
        HIDE_NAME.make(report.reported)
    else:
        HiddenName.objects.hide(report.name)


def _may_be_kept_apart(report: Report) -> bool:
    blocks = Block.objects.filter(blocker=report.reporter, blocked=report.reported)
    return is_silenced(report.reported) is not None and not blocks.filter(by_staff=True).exists()


DECISIONS = {
    "silence": Decision(
        SILENCE.short_description,
        f"Silenced for {SILENCE_DAYS} days",
        "games.change_player",
        lambda report: SILENCE.applies(report.reported),
        lambda report, _days: SILENCE.make(report.reported),
    ),
    "hide": Decision(
        "Hide the name",
        "Hid the name",
        "games.change_player",
        lambda report: HIDE_NAME.applies(report.reported),
        _hide,
    ),
    "apart": Decision(
        "Keep the two apart",
        "Keeps the two apart",
        "games.change_report",
        _may_be_kept_apart,
        lambda report, _days: services.keep_apart(report),
    ),
    "lock": Decision(
        "Lock for",
        "Locked out for {days} days",
        "games.change_player",
        lambda report: LOCK.applies(report.reported),
        lambda report, days: lock(report.reported, days),
    ),
    "dismiss": Decision(
        "Dismiss",
        "Dismissed the report",
        "games.change_report",
        lambda report: report.closed_at is None,
        lambda report, _days: None,
    ),
}


class DecisionForm(forms.Form):
    own = forms.CharField(max_length=200, required=False)
    reason = forms.ChoiceField(choices=[(reason, reason) for reason in REASONS], required=False)
    days = forms.IntegerField(
        min_value=1,
        max_value=MOST_DAYS,
        required=False,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            f"Say for how many days, from 1 to {MOST_DAYS}.",
        ),
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
        decision = DECISIONS.get(request.POST.get("decision", ""))
        if report is None or decision is None:
            raise Http404
        if not _may_decide(request, report, decision):
            raise PermissionDenied
        form = DecisionForm(request.POST)
        if not form.is_valid():
            for errors in form.errors.values():
                messages.error(request, str(errors[0]))
            return redirect("admin:games_report_change", report.pk)
        try:
            self._carry_out(request, report, decision, form.cleaned_data)
        except Refused as refusal:
            messages.error(request, respond_to(refusal))
            return redirect("admin:games_report_change", report.pk)
        following = queue().first()
        if following is None:
            return redirect("admin:index")
        return redirect("admin:games_report_change", following.pk)

    @transaction.atomic
    def _carry_out(
        self, request: HttpRequest, report: Report, decision: Decision, said: dict[str, Any]
    ) -> None:
        days = said["days"] or SILENCE_DAYS
        done = decision.done.format(days=days)
        for concerned in (report, report.reported):
            self.log_change(request, concerned, f"{done}: {said['own'] or said['reason']}")
        decision.make(report, days)
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


def queue() -> QuerySet[Report]:
    waiting = Report.objects.filter(closed_at=None).order_by("created_at", "pk")
    return waiting.select_related("reported", "reporter", "game__x", "game__o")


def _may_decide(request: HttpRequest, report: Report, decision: Decision) -> bool:
    needed = ("games.change_report", decision.permission)
    return request.user.has_perms(needed) and decision.applies(report)


def _context(report: Report, request: HttpRequest) -> dict[str, Any]:
    possible = {key: d.title for key, d in DECISIONS.items() if _may_decide(request, report, d)}
    first = FIRST.get(Report.Kind(report.kind), "silence")
    log = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Report), object_id=str(report.pk)
    )
    context = {
        "report": report,
        "waiting": queue().count(),
        "following": queue().exclude(pk=report.pk).first(),
        "decided": request.user.has_perm("admin.view_logentry")
        and log.select_related("user").order_by("-action_time").first(),
        "people": [_person(each, report) for each in (report.reported, report.reporter)],
        "decisions": {key: possible[key] for key in sorted(possible, key=lambda key: key != first)},
        "reasons": REASONS,
        "days": SILENCE_DAYS,
    }
    if game := report.game:
        context |= {
            "picture": picture(game),
            "board": board_wording.board(game.variant),
            "said": list(_said(report, game)),
        }
    return context


def _person(player: Player, report: Report) -> dict[str, Any]:
    return {
        "player": player,
        "link": linked(player.name, player),
        "about": player.reported_by.exclude(pk=report.pk).count(),
        "by": player.reports.exclude(pk=report.pk).count(),
        "games": Game.objects.of(player).count(),
        "restrictions": restrictions.in_words(player),
    }


def _said(report: Report, game: Game) -> Iterator[tuple[int, str, str, bool]]:
    marks = [str(mark) for mark in game.marks_of(report.reported_id)]
    moves = list(game.moves.filter(undone_at=None).values_list("created_at", flat=True))
    for event in game.events.filter(kind=GameEvent.Kind.REACTED):
        after = game.start_ply + sum(at <= event.at for at in moves)
        is_all = report.kind == Report.Kind.SAID and report.line_id is None
        is_reported = event.pk == report.line_id or (is_all and event.mark in marks)
        yield after, game.seat_name(event.mark), wording.said(event), is_reported
