"""The admin of reports, each with its game beside it, and of blocks."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.models import kinds
from games.people.moderation.models import Block, Report
from games.presentation import snapshots
from games.presentation.description import describe_game
from games.staff.filters import ChoiceFilter, DateFilter
from games.staff.long_lists import LongList
from games.staff.names import linked
from games.staff.report_page import ReportPage


class StateFilter(ChoiceFilter):
    title = parameter_name = "state"
    conditions = (
        ("open", "Open", Q(closed_at=None)),
        ("closed", "Closed", ~Q(closed_at=None)),
    )


@admin.register(Report)
class ReportAdmin(ReportPage, LongList):
    list_display = ("picture", "name", "told", "by", "created_at")
    list_display_links = ("name",)
    sortable_by = ("created_at",)
    list_filter = (StateFilter, "kind", ("created_at", DateFilter))
    list_per_page = 25
    fields = ("kind",)  # the page shows the rest in its own way

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        rows = ("reported", "reporter", "game__x", "game__o", *kinds.rows("game__"))
        return super().get_queryset(request).select_related(*rows)

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return False

    @admin.display(description="game")
    def picture(self, report: Report) -> SafeString | str:
        if report.game is None:
            return "-"
        context: dict[str, Any] = {
            "drawing": describe_game(snapshots.summary(report.game)),
        }
        return render_to_string("web/_picture.html", context)

    @admin.display(description="what was said")
    def told(self, report: Report) -> str:
        return f"“{report.words}”" if report.words else report.get_kind_display()

    @admin.display(description="reported by")
    def by(self, report: Report) -> SafeString:
        return linked(report.reporter.name, report.reporter)


@admin.register(Block)
class BlockAdmin(LongList):
    list_display = ("blocker", "blocked", "created_at")
    list_display_links = None
    list_select_related = ("blocker", "blocked")
    list_per_page = 50

    def has_delete_permission(self, request: HttpRequest, obj: Block | None = None) -> bool:
        return False
