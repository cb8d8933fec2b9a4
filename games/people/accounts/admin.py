from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.people.accounts import services
from games.people.moderation.models import Restriction
from games.web.staff import StaffAdmin


@admin.register(Restriction)
class RestrictionAdmin(StaffAdmin):
    list_display = fields = ("player", "kind", "until", "created_at")
    list_filter = ("kind",)
    may_delete = True
    list_select_related = ("player",)
    search_fields = ("player__name",)

    def delete_model(self, request: HttpRequest, obj: Restriction) -> None:
        if obj.kind == Restriction.Kind.LOCK:
            services.unlock(obj.player)
        obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Restriction]) -> None:
        for restriction in queryset.select_related("player"):
            self.delete_model(request, restriction)
