from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.ai.computer_players import OPPONENTS
from games.engine import BOARDS, Board, Mark, play_moves
from games.models import Game, GameEvent, GameQuerySet, Player, kinds
from games.play import services
from games.presentation import board_wording, snapshots, wording
from games.presentation.description import describe, describe_game
from games.staff import search
from games.staff.game_exports import export_csv
from games.study.reviews.moves import moves_of
from games.study.reviews.services import review_of
from games.study.reviews.views import graph, judged
from games.web.forms import requested_ply
from games.web.staff import Change, StaffAdmin

CLOSE = Change(
    "close_games",
    "Close as not played",
    lambda game: not game.is_over,
    lambda game: services.close_game(game.pk),
    permission="close",
)


class ChoiceFilter(admin.SimpleListFilter):
    conditions: dict[str, tuple[str, Q]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, label) for value, (label, _) in self.conditions.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        _, condition = self.conditions.get(self.value() or "", ("", Q()))
        return queryset.filter(condition)


class OverFilter(ChoiceFilter):
    title = parameter_name = "over"
    conditions = {"no": ("Not yet", Q(reason="")), "yes": ("Over", ~Q(reason=""))}  # noqa: RUF012


class BoardFilter(ChoiceFilter):
    title = parameter_name = "board"
    conditions = {  # noqa: RUF012
        board.id: (board.name, Q(variant_code=str(board.variant))) for board in BOARDS.values()
    }


class KindFilter(ChoiceFilter):
    title = parameter_name = "kind"

    @property
    def conditions(self) -> dict[str, tuple[str, Q]]:  # type: ignore[override]
        return {kind.name: (kind.label, Q(kind=kind.name)) for kind in kinds.all()}


def _with_computer(**which: str) -> Q:
    # The index of the list of games has the players' ids, so no player's row has to be read.
    computers = Player.objects.computers().filter(**which)
    return Q(x__in=computers) | Q(o__in=computers)


class OpponentFilter(ChoiceFilter):
    title = parameter_name = "opponent"
    conditions = {  # noqa: RUF012
        "person": ("A person", ~_with_computer()),
        **{
            level.id: (f"Computer: {level.name}", _with_computer(level=level.id))
            for level in OPPONENTS.values()
        },
    }


class PlayerFilter(admin.SimpleListFilter):
    # No choice of the list: a player's page leads here.
    title = parameter_name = "player"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(player.pk), player.name) for player in self._players()]

    def queryset(self, request: HttpRequest, queryset: GameQuerySet) -> QuerySet[Game]:  # type: ignore[override]
        return queryset.of_any(self._players()) if self.value() else queryset

    def _players(self) -> QuerySet[Player]:
        return Player.objects.filter(pk__in=re.findall(r"^[0-9]{1,18}$", self.value() or ""))


def with_badge(name: str, player: Player | None) -> SafeString:
    has_account = player is not None and player.has_account
    badge = render_to_string("web/_account.html", {"has_account": has_account})
    return format_html("<bdi>{}</bdi>{}", name, badge)


def linked(name: str, player: Player | None) -> SafeString:
    if player is None or player.is_computer:
        return with_badge(name, None)
    address = reverse("admin:games_player_change", args=[player.pk])
    return format_html('<a href="{}">{}</a>', address, with_badge(name, player))


def players(game: Game, show: Callable[..., SafeString] = with_badge) -> SafeString:
    seats = [None if game.is_hot_seat else game.seat(mark) for mark in Mark]
    names = [game.seat_name(mark) for mark in Mark]
    return format_html("{} v {}", *map(show, names, seats))


def picture(game: Game) -> SafeString:
    context = {"drawing": describe_game(snapshots.summary(game))}
    return render_to_string("web/_picture.html", context)


@admin.register(Game)
class GameAdmin(StaffAdmin):
    actions = (CLOSE, export_csv)
    change_form_template = "admin/games/game/change_form.html"
    # The name of the computer says its level.
    list_display = (picture, players, "board", "result", "hints", "ply", "created_at")
    list_display_links = (players,)
    list_filter = (
        *(PlayerFilter, OverFilter, "reason", KindFilter, OpponentFilter, BoardFilter),
        "created_at",
    )
    list_per_page = 25
    sortable_by = ("created_at",)  # no other order has an index
    search_fields = ("id", "x__name", "o__name")  # as ``get_search_results`` does
    search_help_text = ""  # the field at the top of all pages is enough
    fields = ("id",)  # the page shows the rest in its own way
    may_delete = True

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_game")

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request) and request.user.has_perm("games.export_game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).select_related("x", "o", *kinds.rows())

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        term = search_term.strip()
        return queryset & search.games(term) if term else queryset, False

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        game = context["original"]
        context |= {
            **_reviewed(game, request),
            "players": players(game, linked),
            "words": wording.status(snapshots.summary(game), ()),
            "facts": kinds.of(game).facts(game),
            "lines": events(game),
            "said": list(said(game)),
            "next": Game.objects.filter(previous=game).first(),
        }
        return super().render_change_form(request, context, *args, **options)

    def delete_model(self, request: HttpRequest, obj: Game) -> None:
        services.delete_games([obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        services.delete_games(queryset.values_list("pk", flat=True))

    def board(self, game: Game) -> str:
        return board_wording.board(game.variant)

    def result(self, game: Game) -> str:
        if game.winner:
            return f"{game.winner} won"
        return "Draw" if game.status == Game.Status.FINISHED else game.get_status_display()


def replay(game: Game, request: HttpRequest, first: int | None = None) -> dict[str, Any]:
    """Return the position that the page is asked for, else that after ``first`` or all moves."""
    number = requested_ply(request, game.ply)
    if number is None:
        number = game.ply if first is None else first
    cells = game.record[:number]
    return {
        "game": game,
        "board": board_wording.board(game.variant),
        "sides": [(mark, game.seat_name(mark), mark == game.winner) for mark in Mark],
        "number": number,
        "drawing": describe(play_moves(Board(game.variant), cells), cells),
    }


def _reviewed(game: Game, request: HttpRequest) -> dict[str, Any]:
    review = review_of(game)
    moves = moves_of(review)
    judgement = judged(moves if review.is_complete else [], (), game.winner)
    shown = replay(game, request, judgement["point"] and judgement["point"].number)
    number, reviewed = shown["number"], [move for move in moves if move.is_reviewed]
    better = moves[number - 1].better if number else []
    return {
        **judgement,
        **shown,
        "drawing": shown["drawing"].noted({cell: {"is_best": True} for cell in better}),
        "review": review,
        "is_asked": review.pk,
        "moves": moves,
        "reviewed": reviewed,
        "graph": graph(reviewed, game.ply, number) if reviewed else None,
    }


def said(game: Game) -> Iterator[tuple[int, str, str, GameEvent]]:
    """Yield after how many moves who said what; words are read where somebody reported the game."""
    moves = list(game.moves.filter(undone_at=None).values_list("created_at", flat=True))
    is_reported = game.reports.exists()
    for event in game.events.filter(kind=GameEvent.Kind.REACTED):
        after = game.start_ply + sum(at <= event.at for at in moves)
        words = wording.said(event) if is_reported or not event.words else "said something"
        yield after, game.seat_name(event.mark), words, event


def events(game: Game) -> list[dict[str, Any]]:
    return sorted([*_moves(game), *_others(game)], key=itemgetter("at"))


def _moves(game: Game) -> Iterator[dict[str, Any]]:
    before = game.events.filter(kind=GameEvent.Kind.JOINED).values_list("at", flat=True).first()
    before = before or game.created_at
    for move in game.moves.order_by("id"):
        at, mark, is_undone = move.created_at, Mark.of_ply(move.ply), bool(move.undone_at)
        words = f"{move.ply + 1}. {game.variant.cell_name(move.cell)}"
        yield {"at": at, "words": words, "mark": mark, "took": at - before, "is_undone": is_undone}
        before = at


def _others(game: Game) -> Iterator[dict[str, Any]]:
    for event in game.events.exclude(kind=GameEvent.Kind.REACTED):
        words = f"{game.seat_name(event.mark)} {event.get_kind_display()}"
        yield {"at": event.at, "words": words, "mark": event.mark}
    for hint in game.hinted.all():
        mark = Mark.of_ply(hint.ply)
        words = f"{game.seat_name(mark)} was given a hint"
        yield {"at": hint.created_at, "words": words, "mark": mark}
