"""The names that staff have hidden. To delete one lets it be taken again."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from games.models import HiddenName
from games.staff.actions import StaffAdmin


@admin.register(HiddenName)
class HiddenNameAdmin(StaffAdmin):
    list_display = ("name", "hidden_at")
    search_fields = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: HiddenName | None = None) -> bool:
        return False
