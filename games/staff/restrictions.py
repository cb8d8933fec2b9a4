"""The admin of silences and locks, which end when they are deleted."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.people.accounts import services as accounts
from games.people.moderation.models import Restriction


@admin.register(Restriction)
class RestrictionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("player", "kind", "until", "created_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("player__name",)
    fields = readonly_fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Restriction) -> None:
        _lift(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Restriction]) -> None:
        for restriction in queryset.select_related("player"):
            _lift(restriction)


def _lift(restriction: Restriction) -> None:
    if restriction.kind == Restriction.Kind.LOCK:
        accounts.unlock(restriction.player)
    restriction.delete()
