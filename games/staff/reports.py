from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString

from games.models import Game, HiddenName, Player, kinds
from games.people.accounts.services import lock
from games.people.friends.chat import MASK, mask
from games.people.moderation import restrictions, services
from games.people.moderation.models import Block, Report
from games.people.moderation.restrictions import Kind
from games.staff.games import linked, picture, replay, said
from games.staff.players import HIDE_NAME, LOCK, SILENCE, SILENCE_DAYS, is_restricted
from games.web.staff import StaffAdmin

# The decision that each kind of report begins with, if it is not silence, and the reasons for it.
FIRST = {"name": "hide", "stalling": "apart"}
REASONS = ("rude", "threat", "name", "no reason")
FOR_STALLING = ("keeps waiting", "rude", "no reason")

# The decisions, as their buttons and the log say them, which has no names.
DECISIONS = {
    "silence": SILENCE.short_description,
    "hide": HIDE_NAME.short_description,
    "apart": "Keep the two apart",
    "lock": "Lock out for {days} days",
    "dismiss": "Dismiss",
}


class DecisionForm(forms.ModelForm):  # type: ignore[type-arg]
    decision = forms.ChoiceField(error_messages={"invalid_choice": "That cannot be done any more."})
    own = forms.CharField(max_length=200, required=False)
    reason = forms.CharField(max_length=200, required=False)
    days = forms.IntegerField(min_value=1, max_value=366, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        decision: Any = self.fields["decision"]
        decision.choices = possible(self.instance).items()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not (data.get("own") or data.get("reason")):
            raise forms.ValidationError("Say why in a few words; they are kept in the log.")
        return {**data, "days": data.get("days") or SILENCE_DAYS}


@admin.register(Report)
class ReportAdmin(StaffAdmin):
    form = DecisionForm
    change_form_template = "admin/games/report/change_form.html"
    list_display = ("picture", "name", "told", "reporter", "created_at", "closed_at")
    list_display_links = ("name",)
    # As they wait, and below them those that are closed.
    ordering = (F("closed_at").desc(nulls_first=True), "created_at", "pk")
    sortable_by = ("created_at",)
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "kind", "created_at")
    list_per_page = 25
    fields = readonly_fields = ("kind",)  # the page shows the rest in its own way

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return request.user.has_perms(("games.change_report", "games.change_player"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        rows = ("reported__user", "reporter__user", "game__x", "game__o", *kinds.rows("game__"))
        return super().get_queryset(request).select_related(*rows)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        context |= _context(context["original"], request)
        if self.has_change_permission(request):
            context["decisions"] = possible(context["original"])
        return super().render_change_form(request, context, *args, **options)

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        words = self.construct_change_message(request, form, [])
        self.log_change(request, obj.reported, words)
        _make(form.cleaned_data["decision"], obj, form.cleaned_data["days"])
        services.close_report(obj)
        messages.success(request, f"{words}.")

    def construct_change_message(  # type: ignore[override]
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> str:
        data = form.cleaned_data
        done = DECISIONS[data["decision"]].format(days=data["days"])
        return f"{done}: {data['own'] or data['reason']}"

    def response_change(self, request: HttpRequest, obj: Report) -> HttpResponse:
        following = services.waiting_reports().first()
        if following is None:
            return redirect("admin:index")
        return redirect("admin:games_report_change", following.pk)

    @admin.display(description="game")
    def picture(self, report: Report) -> SafeString | None:
        return picture(report.game) if report.game else None

    @admin.display(description="what was said")
    def told(self, report: Report) -> str:
        return f"“{report.words}”" if report.words else report.get_kind_display()


def possible(report: Report) -> dict[str, str]:
    person = report.reported
    blocks = Block.objects.filter(blocker=report.reporter, blocked=person, by_staff=True)
    applies = {
        "silence": SILENCE.applies(person),
        "hide": HIDE_NAME.applies(person),
        "apart": is_restricted(person, Kind.SILENCE) is not None and not blocks.exists(),
        "lock": LOCK.applies(person),
        "dismiss": report.closed_at is None,
    }
    offered = dict.fromkeys((FIRST.get(report.kind, "silence"), "apart", "lock", "dismiss"))
    return {decision: DECISIONS[decision] for decision in offered if applies[decision]}


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
        "people": [_person(each) for each in (report.reported, report.reporter)],
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
    is_about_words = report.kind == Report.Kind.SAID
    marks = [str(mark) for mark in game.marks_of(report.reported_id)] if is_about_words else []
    for after, name, words, event in said(game):
        is_rude = report.line_id in (None, event.pk) or MASK in mask(words)
        yield after, name, words, event.mark in marks and is_rude
