"""The names that staff have hidden. To delete one lets it be taken again."""

from __future__ import annotations

from django.contrib import admin

from games.models import HiddenName
from games.staff.actions import StaffAdmin


@admin.register(HiddenName)
class HiddenNameAdmin(StaffAdmin):
    list_display = ("name", "hidden_at")
    search_fields = ("name",)
