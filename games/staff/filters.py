"""The filters beside the lists of games and players."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.timezone import is_aware, make_aware

from games.ai.computer_players import OPPONENTS
from games.engine import Mark
from games.engine.presets import BOARDS
from games.models import Game, GameQuerySet, Player
from games.people.duels import rules as duels
from games.people.lobby.models import Seek
from games.people.moderation.restrictions import LOCKED_OUT
from games.presentation.sides import side


class DateFilter(admin.DateFieldListFilter):
    template = "admin/games/date_filter.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = "date"  # instead of the name of the field

    @property
    def bounds(self) -> list[tuple[str, str, str]]:
        names = {"From": self.lookup_kwarg_since, "Before": self.lookup_kwarg_until}
        # Django's own links have a time, whose text begins with the day.
        return [(label, name, self.date_params.get(name, "")[:10]) for label, name in names.items()]

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        self.others = {
            name: value
            for name, value in changelist.params.items()
            if not name.startswith(self.field_generic)
        }
        return super().choices(changelist)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        days = {name: self.date_params.get(name) for _, name, _ in self.bounds}
        try:
            times = {name: _time(text) for name, text in days.items() if text}
        except ValueError as error:
            raise IncorrectLookupParameters(error) from None
        return queryset.filter(**times)


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    return time if is_aware(time) else make_aware(time)


class ChoiceFilter(admin.SimpleListFilter):
    conditions: tuple[tuple[str, str, Q], ...] = ()

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, label) for value, label, _ in self.conditions]

    def get_facet_counts(self, pk_attname: str, filtered_qs: QuerySet[Any]) -> dict[str, Count]:
        return {
            f"{number}__c": Count(pk_attname, filter=condition)
            for number, (_, _, condition) in enumerate(self.conditions)
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        for value, _, condition in self.conditions:
            if value == self.value():
                return queryset.filter(condition)
        return queryset


def _of_status(*statuses: str) -> Q:
    # Asked for these, and not for those without the others, SQLite would begin with all of them,
    # and sort them afterwards.
    return ~Q(status__in=set(Game.Status) - set(statuses))


class ResultFilter(ChoiceFilter):
    title = parameter_name = "result"
    conditions = (
        ("X", "First won", Q(winner="X")),
        ("O", "Second won", Q(winner="O")),
        ("draw", "Draw", _of_status(Game.Status.FINISHED) & Q(winner="")),
        (
            "open",
            "Not finished",
            _of_status(Game.Status.WAITING, Game.Status.CALLED, Game.Status.PLAYING),
        ),
        ("closed", "Closed", _of_status(Game.Status.CLOSED)),
    )

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        choices = super().lookups(request, model_admin)
        board = BOARDS.get(request.GET.get(BoardFilter.parameter_name, ""))
        if board is None:
            return choices
        return [
            (value, f"{side(value, board.variant)} won" if value in tuple(Mark) else label)
            for value, label in choices
        ]


class OpponentFilter(admin.SimpleListFilter):
    title = parameter_name = "opponent"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        opponents = [(each.id, f"Computer: {each.name}") for each in OPPONENTS.values()]
        return [("person", "A person"), *opponents, ("itself", "Computer against itself")]

    def queryset(self, request: HttpRequest, queryset: GameQuerySet) -> QuerySet[Game]:  # type: ignore[override]
        value = self.value()
        if value == "person":
            return queryset.against_people()
        if value == "itself":
            return queryset.without_people()
        return queryset.against_level(value) if value in OPPONENTS else queryset


class BoardFilter(ChoiceFilter):
    title = parameter_name = "board"
    conditions = tuple(
        (board.id, board.name, Q(variant_code=str(board.variant))) for board in BOARDS.values()
    )


class HintsFilter(ChoiceFilter):
    title = parameter_name = "hints"
    conditions = (
        ("yes", "Used", Q(hints__gt=0)),
        ("no", "Not used", Q(hints=0)),
    )


class MistakesFilter(ChoiceFilter):
    title = parameter_name = "mistakes"
    conditions = (
        ("yes", "Some", Q(mistakes__gt=0)),
        ("no", "None", Q(mistakes=0)),
        ("unknown", "Not reviewed", Q(mistakes=None)),
    )


class OpenFilter(ChoiceFilter):
    title = "who may join"
    parameter_name = "anyone"
    # Not a column of that index: these games are few, and have a small index of their own.
    conditions = (
        (
            "waiting",
            "Waits for anyone",
            Q(pk__in=Seek.objects.waiting().order_by().values("pk")),
        ),
    )


class DuelFilter(ChoiceFilter):
    title = parameter_name = "duel"
    conditions = (("yes", "Duels", Q(kind=duels.NAME)),)  # which have an index of their own


class PlayerFilter(admin.SimpleListFilter):
    title = parameter_name = "player"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        player = self._player()
        return [(str(player.pk), player.name)] if player else []

    def queryset(self, request: HttpRequest, queryset: GameQuerySet) -> QuerySet[Game]:  # type: ignore[override]
        player = self._player()
        return queryset.of(player) if player else queryset

    def _player(self) -> Player | None:
        number = self.value() or ""
        is_id = number.isascii() and number.isdigit() and len(number) < 19
        return Player.objects.filter(pk=number).first() if is_id else None


class KindFilter(ChoiceFilter):
    title = parameter_name = "kind"
    conditions = (
        ("person", "Person", Q(level=None)),
        ("account", "With an account", Q(user__isnull=False)),
        ("locked", "Locked out", LOCKED_OUT),
        ("computer", "Computer", ~Q(level=None)),
    )
