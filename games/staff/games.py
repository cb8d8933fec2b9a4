from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.ai.computer_players import OPPONENTS
from games.engine import BOARDS, Board, Mark
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
    "Closed, for nobody played on.",
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


def _of_status(*statuses: str) -> Q:
    # Asked for these, and not for those without the others, SQLite would begin with all of them,
    # and sort them afterwards.
    return ~Q(status__in=set(Game.Status) - set(statuses))


class ResultFilter(ChoiceFilter):
    title = parameter_name = "result"
    conditions = {  # noqa: RUF012
        "X": ("First won", Q(winner="X")),
        "O": ("Second won", Q(winner="O")),
        "draw": ("Draw", _of_status(Game.Status.FINISHED) & Q(winner="")),
        "open": (
            "Not finished",
            _of_status(Game.Status.WAITING, Game.Status.CALLED, Game.Status.PLAYING),
        ),
        "closed": ("Closed", _of_status(Game.Status.CLOSED)),
    }


class BoardFilter(ChoiceFilter):
    title = parameter_name = "board"
    conditions = {  # noqa: RUF012
        board.id: (board.name, Q(variant_code=str(board.variant))) for board in BOARDS.values()
    }


class HintsFilter(ChoiceFilter):
    title = parameter_name = "hints"
    conditions = {"yes": ("Used", Q(hints__gt=0)), "no": ("Not used", Q(hints=0))}  # noqa: RUF012


class KindFilter(ChoiceFilter):
    title = parameter_name = "kind"

    @property
    def conditions(self) -> dict[str, tuple[str, Q]]:  # type: ignore[override]
        return {kind.name: (kind.label, Q(kind=kind.name)) for kind in kinds.all()}


class OpponentFilter(admin.SimpleListFilter):
    title = parameter_name = "opponent"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        computers = [(each.id, f"Computer: {each.name}") for each in OPPONENTS.values()]
        return [("person", "A person"), *computers, ("itself", "Computer against itself")]

    def queryset(self, request: HttpRequest, queryset: GameQuerySet) -> QuerySet[Game]:  # type: ignore[override]
        value = self.value()
        if value == "person":
            return queryset.against_people()
        if value == "itself":
            return queryset.without_people()
        return queryset.against_level(value) if value in OPPONENTS else queryset


class PlayerFilter(admin.SimpleListFilter):
    # No choice of the list: a player's page leads here.
    title = parameter_name = "player"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(player.pk), player.name) for player in self._players()]

    def queryset(self, request: HttpRequest, queryset: GameQuerySet) -> QuerySet[Game]:  # type: ignore[override]
        return queryset.of(player) if (player := self._players().first()) else queryset

    def _players(self) -> QuerySet[Player]:
        number = self.value() or ""
        is_id = number.isascii() and number.isdigit() and len(number) < 19
        return Player.objects.filter(pk=int(number)) if is_id else Player.objects.none()


class TimelineEntry(NamedTuple):
    at: datetime
    words: str
    mark: str = ""
    took: timedelta | None = None
    is_undone: bool = False


@admin.register(Game)
class GameAdmin(StaffAdmin):
    actions = (CLOSE, export_csv)
    change_form_template = "admin/games/game/change_form.html"
    # The name of the computer says its level.
    list_display = ("picture", "players", "board", "result", "hints", "ply", "created_at")
    list_display_links = ("players",)
    list_filter = (
        *(PlayerFilter, ResultFilter, "reason", KindFilter, OpponentFilter, BoardFilter),
        *("created_at", HintsFilter, ("mistakes", admin.EmptyFieldListFilter)),
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

    def get_search_results(
        self,
        request: HttpRequest,
        queryset: GameQuerySet,  # type: ignore[override]
        search_term: str,
    ) -> tuple[QuerySet[Game], bool]:
        term = search_term.strip()
        return queryset & search.games(term) if term else queryset, False

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        game = context["original"]
        context |= {
            **_reviewed(game, request),
            "players": rivals(game, linked),
            "words": wording.status(snapshots.summary(game), ()),
            "facts": kinds.of(game).facts(game),
            "lines": events(game, tells_of_staff=request.user.has_perm("admin.view_logentry")),
            "said": list(said(game)) if game.reports.exists() else [],
            "next": Game.objects.filter(previous=game).first(),
        }
        return super().render_change_form(request, context, *args, **options)

    def delete_model(self, request: HttpRequest, obj: Game) -> None:
        services.delete_games([obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        services.delete_games(queryset.values_list("pk", flat=True))

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        # Django redirects those who may not edit games to the index of the admin.
        super().response_delete(request, obj_display, obj_id)
        return redirect("admin:games_game_changelist")

    def picture(self, game: Game) -> SafeString:
        return picture(game)

    def board(self, game: Game) -> str:
        return board_wording.board(game.variant)

    def players(self, game: Game) -> SafeString:
        return rivals(game)

    def result(self, game: Game) -> str:
        if game.winner:
            return f"{game.winner} won"
        return "Draw" if game.status == Game.Status.FINISHED else game.get_status_display()


def with_badge(name: str, player: Player | None) -> SafeString:
    has_account = player is not None and player.has_account
    badge = render_to_string("web/_account.html", {"has_account": True}) if has_account else ""
    return format_html("<bdi>{}</bdi>{}", name, badge)


def linked(name: str, player: Player | None) -> SafeString:
    if player is None or player.is_computer:
        return with_badge(name, None)
    address = reverse("admin:games_player_change", args=[player.pk])
    return format_html('<a href="{}">{}</a>', address, with_badge(name, player))


def rivals(game: Game, show: Callable[[str, Player | None], SafeString] = with_badge) -> SafeString:
    seats = [None if game.is_hot_seat else game.seat(mark) for mark in Mark]
    names = [game.seat_name(mark) for mark in Mark]
    return format_html("{} v {}", *map(show, names, seats))


def picture(game: Game | None) -> SafeString:
    if game is None:
        return format_html("-")
    context = {"drawing": describe_game(snapshots.summary(game))}
    return render_to_string("web/_picture.html", context)


def replay(game: Game, request: HttpRequest, first: int | None = None) -> dict[str, Any]:
    """Return the position that the page is asked for, else that after ``first`` or all moves."""
    number = requested_ply(request, game.ply)
    if number is None:
        number = game.ply if first is None else first
    board, cells = Board(game.variant), game.record[:number]
    for cell in cells:
        board = board.play(cell)
    return {
        "game": game,
        "board": board_wording.board(game.variant),
        "sides": [(mark, game.seat_name(mark), mark == game.winner) for mark in Mark],
        "number": number,
        "drawing": describe(board, cells),
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
    """Yield after how many moves who said what."""
    moves = list(game.moves.filter(undone_at=None).values_list("created_at", flat=True))
    for event in game.events.filter(kind=GameEvent.Kind.REACTED):
        after = game.start_ply + sum(at <= event.at for at in moves)
        yield after, game.seat_name(event.mark), wording.said(event), event


def events(game: Game, *, tells_of_staff: bool) -> list[TimelineEntry]:
    lines = [*_moves(game), *_hints(game), *_events(game)]
    if game.finished_at:
        # The last move is stored a moment later than the time of the end.
        at = max([game.finished_at, *(line.at for line in lines if line.took is not None)])
        lines.append(TimelineEntry(at, wording.status(snapshots.summary(game), ())))
    if tells_of_staff:
        kind = ContentType.objects.get_for_model(Game)
        log = LogEntry.objects.filter(content_type=kind, object_id=game.pk).select_related("user")
        lines += [TimelineEntry(e.action_time, f"{e.user}: {e.get_change_message()}") for e in log]
    return sorted(lines, key=attrgetter("at"))


def _moves(game: Game) -> Iterator[TimelineEntry]:
    before = game.events.filter(kind=GameEvent.Kind.JOINED).values_list("at", flat=True).first()
    before = before or game.created_at
    for move in game.moves.order_by("id"):
        name = f"{move.ply + 1}. {game.variant.cell_name(move.cell)}"
        took, before = move.created_at - before, move.created_at
        yield TimelineEntry(
            move.created_at, name, Mark.of_ply(move.ply), took, bool(move.undone_at)
        )


def _hints(game: Game) -> Iterator[TimelineEntry]:
    for hint in game.hinted.all():
        mark = Mark.of_ply(hint.ply)
        yield TimelineEntry(hint.created_at, f"{game.seat_name(mark)} was given a hint", mark)


def _events(game: Game) -> Iterator[TimelineEntry]:
    happened = list(game.events.all())
    # Staff read what people said in their own words only where one of them reported the game.
    is_reported = any(event.words for event in happened) and game.reports.exists()
    for event in happened:
        did = event.get_kind_display()
        if event.kind == GameEvent.Kind.REACTED:
            is_told = is_reported or not event.words
            did = f"said “{wording.said(event)}”" if is_told else "said something"
        yield TimelineEntry(event.at, f"{game.seat_name(event.mark)} {did}", event.mark)
