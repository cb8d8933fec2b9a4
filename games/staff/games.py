"""The admin of games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import pluralize
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from games.ai.computer_players import OPPONENTS
from games.engine.clock import CONTROLS
from games.engine.series import LENGTHS
from games.models import Game, GameQuerySet, Player
from games.people.duels import rules as duels
from games.play import services
from games.presentation import board_wording, drawing, snapshots
from games.presentation.sides import side
from games.staff import filters
from games.staff.actions import CLOSE, close_games
from games.staff.game_exports import ExportsGames
from games.staff.game_page import GamePage
from games.staff.long_lists import LongList
from games.staff.names import rivals

FACTS = ("players", "level", "result", "reason", "ply")
TIMES = ("started", "ended")


@admin.register(Game)
class GameAdmin(ExportsGames, GamePage, LongList):
    actions = (close_games,)
    changes = {"close_games": CLOSE}  # noqa: RUF012
    # The name of the computer says its level.
    list_display = ("picture", "players", "board", "result_and_hints", "reason", "ply", *TIMES)
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
    search_help_text = "The id of a game, or how a name begins."
    fields = (
        "id",
        "board_and_rule",
        "status",
        *FACTS,
        "start_ply",
        *TIMES,
        "time",
        "series",
        "is_public",
        "exhibition_terms",
    )

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).select_related("x", "o")

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> Any:
        """Leave out what does not apply to a game, or has not happened."""
        fields = super().get_fields(request, obj)
        if obj is None:
            return fields
        told = {
            "level": obj.level,
            "reason": obj.reason,
            "start_ply": obj.start_ply,
            "ended": obj.finished_at,
            "exhibition_terms": not obj.has_people,
        }
        return [field for field in fields if told.get(str(field), True)]

    def get_search_results(
        self,
        request: HttpRequest,
        queryset: GameQuerySet,  # type: ignore[override]
        search_term: str,
    ) -> tuple[QuerySet[Game], bool]:
        """Find a game by its whole id, or games by the beginning of a player's name."""
        term = search_term.strip()
        if not term:
            return queryset, False
        by_id = queryset.filter(pk=term.lower())
        return (by_id if by_id.exists() else queryset.of_any(Player.objects.named(term))), False

    def picture(self, game: Game) -> SafeString:
        context = {"drawing": drawing.draw_summary(snapshots.summary(game))}
        return render_to_string("web/_picture.html", context)

    def board(self, game: Game) -> str:
        return board_wording.board(game.variant)

    @admin.display(description="players (X v O)")
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

    @admin.display(description="board")
    def board_and_rule(self, game: Game) -> str:
        return f"{board_wording.board(game.variant)}. {board_wording.rule(game.variant)}"

    @admin.display(description="clock")
    def time(self, game: Game) -> str:
        return CONTROLS.get(game.control, game.control)

    def series(self, game: Game) -> str:
        if game.kind == duels.NAME:
            return f"Duel, {game.duel}" if hasattr(game, "duel") else "Duel"
        return LENGTHS.get(game.best_of, f"Best of {game.best_of}")

    @admin.display(description="exhibition")
    def exhibition_terms(self, game: Game) -> str:
        return f"{game.exhibition}, started by {game.exhibition.owner}"

    def level(self, game: Game) -> str:
        return OPPONENTS[game.level].name if game.level else ""

    def result(self, game: Game) -> str:
        if game.winner:
            return f"{side(game.winner, game.variant)} won"
        return "Draw" if game.status == Game.Status.FINISHED else game.get_status_display()

    @admin.display(description="result")
    def result_and_hints(self, game: Game) -> str:
        if not game.hints:
            return self.result(game)
        return f"{self.result(game)}, {game.hints}\N{NO-BREAK SPACE}hint{pluralize(game.hints)}"

    @admin.display(description="started", ordering="created_at")
    def started(self, game: Game) -> str:
        return _time(game.created_at)

    def ended(self, game: Game) -> str:
        return _time(game.finished_at) if game.finished_at else "-"


def _time(time: datetime) -> str:
    return date_format(localtime(time), "DATETIME_FORMAT")
