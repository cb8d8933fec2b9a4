from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import pluralize
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.safestring import SafeString

from games.ai.computer_players import MENACE
from games.models import Player
from games.presentation.description import describe
from games.study.menace import services
from games.study.menace.models import LearnedGame, Matchbox
from games.web.staff import StaffAdmin


@admin.register(Matchbox)
class MatchboxAdmin(StaffAdmin):
    list_display = ("picture", "position", "contents")
    list_display_links = None
    search_fields = ("position",)
    change_list_template = "admin/games/matchbox/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.start_afresh)
        afresh = path("start-afresh/", view, name="games_matchbox_start_afresh")
        return [afresh, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {**(extra_context or {}), "may_start_afresh": _may_start_afresh(request)}
        return super().changelist_view(request, context)

    def start_afresh(self, request: HttpRequest) -> HttpResponse:
        if not _may_start_afresh(request):
            raise PermissionDenied
        if request.method == "POST":
            messages.success(request, self._start_afresh(request))
            return redirect("admin:games_matchbox_changelist")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "learned_games": LearnedGame.objects.count(),
        }
        return TemplateResponse(request, "admin/games/matchbox/start_afresh.html", context)

    @transaction.atomic
    def _start_afresh(self, request: HttpRequest) -> str:
        games = services.start_afresh()
        words = f"Menace has forgotten {games} game{pluralize(games)} and starts afresh."
        self.log_change(request, Player.objects.of_level(MENACE), words)
        return words

    def picture(self, box: Matchbox) -> SafeString:
        context = {"drawing": describe(box.board)}
        return render_to_string("web/_picture.html", context)

    @admin.display(description="beads")
    def contents(self, box: Matchbox) -> str:
        name = box.board.variant.cell_name
        return ", ".join(f"{name(cell)}: {count}" for cell, count in box.counts.items())


def _may_start_afresh(request: HttpRequest) -> bool:
    return request.user.has_perm("games.delete_matchbox")
