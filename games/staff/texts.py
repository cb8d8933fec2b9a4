"""The admin of hidden names and masked words. What is deleted here, people can use again."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest

from games.models import HiddenName, MaskedWord, Player
from games.models.masked_words import MaskedLooks
from games.play import services
from games.web.staff import StaffAdmin


@admin.register(HiddenName)
class HiddenNameAdmin(StaffAdmin):
    list_display = ("name", "hidden_at")
    search_fields = ("name",)


@admin.register(MaskedWord)
class MaskedWordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("word", "with_endings")
    search_fields = ("word",)

    def save_model(self, request: HttpRequest, obj: MaskedWord, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        transaction.on_commit(_hide_names)


def _hide_names() -> None:
    listed = MaskedLooks.read()
    people = Player.objects.people().filter(forgotten_at=None)
    for id, name in people.values_list("pk", "name"):
        if listed.are_in(name):
            services.hide_name(Player.objects.get(pk=id))
