"""The admin of games."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import pluralize
from django.template.loader import render_to_string
from django.urls import URLPattern, path, re_path
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.views.generic import RedirectView

from games.models import Game, GameQuerySet, Player, kinds
from games.play import services
from games.presentation import board_wording, snapshots
from games.presentation.description import describe_game
from games.staff import filters
from games.staff.actions import CLOSE, close_games
from games.staff.game_exports import export_csv
from games.staff.game_page import GamePage
from games.staff.latest import result
from games.staff.long_lists import LongList
from games.staff.names import rivals
from games.staff.pasted import pasted


@admin.register(Game)
class GameAdmin(GamePage, LongList):
    actions = (close_games, export_csv)
    changes = {"close_games": CLOSE}  # noqa: RUF012
    harmless = frozenset({export_csv.__name__})
    # The name of the computer says its level.
    list_display = ("picture", "players", "board", "result_and_hints", "reason", "ply", "started")
    list_display_links = ("players",)
    list_filter = (
        filters.PlayerFilter,
        filters.ResultFilter,
        "reason",
        filters.OpponentFilter,
        filters.OpenFilter,
        filters.DuelFilter,
        filters.BoardFilter,
        ("created_at", filters.DateFilter),
        filters.HintsFilter,
        filters.MistakesFilter,
    )
    list_per_page = 25
    sortable_by = ("started",)  # no other order has an index
    search_fields = ("id", "x__name", "o__name")  # as ``get_search_results`` does
    search_help_text = "Name, id or link"
    fields = ("id",)  # the page shows the rest in its own way

    def get_urls(self) -> list[URLPattern]:
        """Lead from the addresses of older exports to what has taken their place."""
        to_list = RedirectView.as_view(
            pattern_name="admin:games_game_changelist", query_string=True
        )
        to_game = RedirectView.as_view(pattern_name="games:game_json")
        return [
            re_path(r"^export\.(?:csv|json)$", to_list),
            path("<slug:game_id>/download.json", to_game),
            *super().get_urls(),
        ]

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_game")

    def has_export_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.export_game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).select_related("x", "o", *kinds.rows())

    def get_search_results(
        self,
        request: HttpRequest,
        queryset: GameQuerySet,  # type: ignore[override]
        search_term: str,
    ) -> tuple[QuerySet[Game], bool]:
        """Find a game by its id or a link to it, else games by a part of a player's name."""
        term = search_term.strip()
        if not term:
            return queryset, False
        found = pasted(term)
        if isinstance(found, Game):
            return queryset.filter(pk=found.pk), False
        return queryset.of_any([found.pk] if found else Player.objects.named(term)), False

    def picture(self, game: Game) -> SafeString:
        context = {"drawing": describe_game(snapshots.summary(game))}
        return render_to_string("web/_picture.html", context)

    def board(self, game: Game) -> str:
        return board_wording.board(game.variant)

    def players(self, game: Game) -> SafeString:
        return rivals(game)

    def delete_model(self, request: HttpRequest, obj: Game) -> None:
        services.delete_games([obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        services.delete_games(queryset.values_list("pk", flat=True))

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        # Django redirects those who may not edit games to the index of the admin.
        super().response_delete(request, obj_display, obj_id)
        return redirect("admin:games_game_changelist")

    @admin.display(description="result")
    def result_and_hints(self, game: Game) -> str:
        if not game.hints:
            return result(game)
        return f"{result(game)}, {game.hints}\N{NO-BREAK SPACE}hint{pluralize(game.hints)}"

    @admin.display(description="started", ordering="created_at")
    def started(self, game: Game) -> str:
        return date_format(localtime(game.created_at), "DATETIME_FORMAT")
