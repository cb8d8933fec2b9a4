"""Statistics of the whole site over a period, counted by the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db.models import Case, Count, IntegerField, QuerySet, Value, When

from games.ai.computer_players import OPPONENTS
from games.models.games import Game
from games.people.profiles.figures import Row, Tally, row
from games.people.profiles.history import DRAWN, LOST, WON
from games.presentation import player_wording


def begun_between(times: Sequence[datetime]) -> list[int]:
    spans = [_begun(number, *span) for number, span in enumerate(pairwise(times))]
    return [games for _, games in sorted(spans[0].union(*spans[1:], all=True))]


def results_by_board(since: datetime) -> list[Tally]:
    rows = _finished(since).values_list("variant_code", "winner").annotate(Count("pk"))
    return [Tally(code, "", winner or DRAWN, games) for code, winner, games in rows]


def results_by_level(since: datetime) -> list[Tally]:
    return [*_against_level("x", "O", since), *_against_level("o", "X", since)]


def by_level(tallies: Collection[Tally]) -> list[Row]:
    names = {id: player_wording.level_name(id) for id in OPPONENTS} | {"": "People"}
    rows = [row(name, (t for t in tallies if t.level == id)) for id, name in names.items()]
    return [row for row in rows if row.games]


def _begun(number: int, start: datetime, end: datetime) -> QuerySet[Any]:
    games = Game.objects.filter(created_at__gte=start, created_at__lt=end).order_by()
    number_of = games.annotate(number=Value(number, IntegerField())).values("number")
    return number_of.annotate(games=Count("pk")).values_list("number", "games")


def _against_level(computer: str, person_wins: str, since: datetime) -> list[Tally]:
    person = "o" if computer == "x" else "x"
    result = Case(
        When(winner="", then=Value(DRAWN)),
        When(winner=person_wins, then=Value(WON)),
        default=Value(LOST),
    )
    games = _finished(since).exclude(**{f"{computer}__level": None})
    games = games.filter(**{f"{person}__level": None}).annotate(result=result)
    rows = games.values_list(f"{computer}__level", "result").annotate(Count("pk"))
    return [Tally("", *row) for row in rows]


def _finished(since: datetime) -> QuerySet[Any]:
    # With a filter by status, SQLite would begin with all finished games.
    unfinished = set(Game.Status) - {Game.Status.FINISHED}
    return Game.objects.filter(created_at__gte=since).exclude(status__in=unfinished).order_by()
