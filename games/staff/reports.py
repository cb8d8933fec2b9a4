"""The admin of reports, each with its game beside it, and of blocks."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Player
from games.people.moderation import services
from games.people.moderation.models import Block, Report
from games.presentation import drawing, snapshots
from games.staff.actions import Change, StaffAdmin
from games.staff.filters import ChoiceFilter, DateFilter
from games.staff.long_lists import LongList
from games.staff.names import with_badge

CLOSE = Change(
    title="Close as looked at",
    question="Do you want to close these reports? They stay in the list of those that are closed.",
    button="Yes, close",
    log="Closed this report.",
    done=("1 report was closed.", "{} reports were closed."),
    applies=lambda report: report.closed_at is None,
    make=services.close_report,
)


@admin.action(permissions=["close"], description="Close selected reports")
def close_reports(
    model_admin: StaffAdmin, request: HttpRequest, reports: QuerySet[Report]
) -> HttpResponse | None:
    return CLOSE.run(model_admin, request, reports)


class StateFilter(ChoiceFilter):
    title = parameter_name = "state"
    conditions = (
        ("open", "Open", Q(closed_at=None)),
        ("closed", "Closed", ~Q(closed_at=None)),
    )


@admin.register(Report)
class ReportAdmin(LongList):
    actions = (close_reports,)
    changes = {"close_reports": CLOSE}  # noqa: RUF012
    list_display = (
        *("name", "kind", "words", "picture", "reported_person", "by"),
        *("created_at", "closed_at"),
    )
    list_filter = (StateFilter, "kind", ("created_at", DateFilter))
    list_select_related = ("reported", "reporter", "game__x", "game__o")
    list_per_page = 25
    fields = (
        *("kind", "words", "name", "reported_person", "by", "picture", "played_in"),
        *("created_at", "closed_at"),
    )

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_report")

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return False

    @admin.display(description="game")
    def picture(self, report: Report) -> SafeString | str:
        if report.game is None:
            return "-"
        context: dict[str, Any] = {
            "drawing": drawing.draw_summary(snapshots.summary(report.game)),
        }
        return render_to_string("web/_picture.html", context)

    @admin.display(description="players (X v O)")
    def played_in(self, report: Report) -> SafeString | str:
        return _link(report.game) if report.game else "The game was deleted."

    @admin.display(description="player")
    def reported_person(self, report: Report) -> SafeString:
        return _link(report.reported)

    @admin.display(description="reported by")
    def by(self, report: Report) -> SafeString:
        return _link(report.reporter)


@admin.register(Block)
class BlockAdmin(LongList):
    list_display = ("blocker", "blocked", "created_at")
    list_display_links = None
    list_select_related = ("blocker", "blocked")
    list_per_page = 50

    def has_delete_permission(self, request: HttpRequest, obj: Block | None = None) -> bool:
        return False


def _link(to: Model) -> SafeString:
    address = reverse(f"admin:games_{to._meta.model_name}_change", args=[to.pk])
    player = to if isinstance(to, Player) else None
    return format_html('<a href="{}">{}</a>', address, with_badge(str(to), player))
