"""The admin of hidden names. After a name is deleted here, people can take it again."""

from __future__ import annotations

from django.contrib import admin

from games.models import HiddenName
from games.staff.actions import StaffAdmin


@admin.register(HiddenName)
class HiddenNameAdmin(StaffAdmin):
    list_display = ("name", "hidden_at")
    search_fields = ("name",)
