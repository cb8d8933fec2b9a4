"""The admin's log, which can be read and not changed. It has ids, and no names."""

from __future__ import annotations

from datetime import datetime

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.staff.filters import DateFilter
from games.staff.long_lists import LongList


@admin.register(LogEntry)
class LogAdmin(LongList):
    list_display = ("when", "user", "kind", "of", "words")
    list_display_links = None
    list_filter = (("user", admin.RelatedOnlyFieldListFilter), ("action_time", DateFilter))
    list_select_related = ("user", "content_type")
    list_per_page = 50
    search_fields = ("object_id",)
    search_help_text = "The id of what was changed; names are not kept here."

    def has_delete_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        return False

    @admin.display(ordering="action_time")
    def when(self, entry: LogEntry) -> datetime:
        return entry.action_time

    @admin.display(description="what", ordering="content_type")
    def kind(self, entry: LogEntry) -> str:
        return str(entry.content_type.name).capitalize() if entry.content_type else "-"

    @admin.display(description="which")
    def of(self, entry: LogEntry) -> SafeString | str:
        address = None if entry.is_deletion() else entry.get_admin_url()
        link = '<a href="{}"><bdi>{}</bdi></a>'
        return format_html(link, address, entry.object_repr) if address else entry.object_repr

    def words(self, entry: LogEntry) -> str:
        return entry.get_change_message() or f"{entry.get_action_flag_display()}."
