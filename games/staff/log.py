"""The admin's log, which can be read and not changed. It has ids, and no names."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.web.staff import StaffAdmin


@admin.register(LogEntry)
class LogAdmin(StaffAdmin):
    list_display = ("action_time", "user", "content_type", "of", "words")
    list_display_links = None
    list_filter = (("user", admin.RelatedOnlyFieldListFilter), "action_time")
    list_select_related = ("user", "content_type")
    search_fields = ("object_id",)
    search_help_text = "The id of what was changed; names are not kept here."

    def has_delete_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        return False

    @admin.display(description="which")
    def of(self, entry: LogEntry) -> SafeString | str:
        address = None if entry.is_deletion() else entry.get_admin_url()
        link = '<a href="{}"><bdi>{}</bdi></a>'
        return format_html(link, address, entry.object_repr) if address else entry.object_repr

    def words(self, entry: LogEntry) -> str:
        return entry.get_change_message() or f"{entry.get_action_flag_display()}."
