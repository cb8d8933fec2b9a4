from __future__ import annotations

from django.contrib import admin

from games.people.moderation.models import Block
from games.web.staff import StaffAdmin


@admin.register(Block)
class BlockAdmin(StaffAdmin):
    list_display = ("blocker", "blocked", "created_at")
    list_display_links = None
    list_select_related = ("blocker", "blocked")
