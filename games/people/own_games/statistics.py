"""Statistics of one person's games, counted by the database."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce

from games.engine import Mark
from games.models.games import Game
from games.models.people import Player
from games.people.own_games.history import DRAWN, EVERY_GAME, LOST, WON

UNAIDED = Q(start_ply=0, hints=0)  # from the empty board, and with one's own head


class Tally(NamedTuple):
    """The number of games on one board, against one level, with one result."""

    variant_code: str
    level: str
    result: str
    games: int
    unaided: int = 0


class Rival(NamedTuple):
    id: int
    name: str
    won: int
    drawn: int
    lost: int
    user_id: int | None  # of the account, if there is one

    @property
    def has_account(self) -> bool:
        return self.user_id is not None


class Mistakes(NamedTuple):
    games: int
    slipped: int
    lost: int


class Streak(NamedTuple):
    """How many games in a row had one result: up to now, and at most."""

    result: str
    now: int
    longest: int


def tallies(player: Player, counted: Q = EVERY_GAME) -> list[Tally]:
    as_x, as_o = (_counted(mark, player, counted) for mark in Mark)
    return [Tally(*row) for row in as_x.union(as_o, all=True)]


def rivals(player: Player, limit: int) -> list[Rival]:
    others = finished(player).filter(level_of_other="").annotate(account=_of_other(player, "user"))
    games = others.values_list("other", "name_of_other")
    counts = {name: Count("pk", filter=Q(result=name)) for name in (WON, DRAWN, LOST)}
    rows = games.annotate(**counts, user=Max("account"), games=Count("pk"))
    return [Rival(*row[:6]) for row in rows.order_by("-games", "other")[:limit]]


def mistakes(player: Player) -> Mistakes:
    reviewed = finished(player).filter(review__is_complete=True)
    counts = {kind: Sum(_own_count(player, kind), default=0) for kind in Mistakes._fields[1:]}
    return Mistakes(**reviewed.aggregate(games=Count("pk"), **counts))


def streaks(player: Player) -> list[Streak]:
    games = finished(player).order_by("-finished_at", "-pk")
    results = games.values_list("result", flat=True)
    runs = [(result, len(list(run))) for result, run in groupby(results)]
    lengths: dict[str, list[int]] = {}
    for result, length in runs:
        lengths.setdefault(result, []).append(length)
    return [
        Streak(result, each[0] if result == runs[0][0] else 0, max(each))
        for result, each in lengths.items()
    ]


def latest_results(player: Player, limit: int) -> list[str]:
    games = finished(player).order_by("-finished_at", "-pk")
    return list(games.values_list("result", flat=True)[:limit])[::-1]


def hints(player: Player) -> int:
    as_x, as_o = (
        Game.objects.filter(**{side: player}).values(side).order_by().annotate(Sum("hints"))
        for side in ("x", "o")
    )
    return sum(row["hints__sum"] for row in as_x.union(as_o, all=True))


def last_seen(player: Player) -> datetime | None:
    as_x, as_o = Max("x_seen_at", filter=Q(x=player)), Max("o_seen_at", filter=Q(o=player))
    seen = Game.objects.of(player).order_by().aggregate(as_x=as_x, as_o=as_o)
    return max(filter(None, seen.values()), default=None)


def longest_game(player: Player) -> Game | None:
    games = finished(player).select_related("x", "o")
    game: Game | None = games.order_by(F("start_ply") - F("ply"), "-finished_at").first()
    return game


def _counted(mark: Mark, player: Player, counted: Q) -> QuerySet[Any, Any]:
    own, other = mark.lower(), mark.opponent.lower()
    finished = Game.objects.filter(**{own: player}, status=Game.Status.FINISHED)
    games: QuerySet[Any] = finished.exclude(x=F("o")).annotate(
        level_of_other=Coalesce(f"{other}__level", Value("")),
        result=Case(
            When(winner="", then=Value(DRAWN)),
            When(winner=mark.value, then=Value(WON)),
            default=Value(LOST),
        ),
    )
    rows = games.filter(counted).values_list("variant_code", "level_of_other", "result")
    # The index has the status of every game, and not its key.
    counts: QuerySet[Any, Any] = rows.annotate(
        Count("status"), unaided=Count("status", filter=UNAIDED)
    )
    return counts.order_by()


def finished(player: Player) -> QuerySet[Any]:
    # With a filter by status, SQLite would begin with everybody's finished games.
    unfinished = set(Game.Status) - {Game.Status.FINISHED}
    games = Game.objects.of(player).exclude(status__in=unfinished).exclude(x=F("o"))
    return games.annotate(
        result=Case(
            When(winner="", then=Value(DRAWN)),
            When(Q(x=player, winner="X") | Q(o=player, winner="O"), then=Value(WON)),
            default=Value(LOST),
        ),
        other=_of_other(player, "id"),
        name_of_other=_of_other(player, "name"),
        level_of_other=Coalesce(_of_other(player, "level"), Value("")),
    )


def _own_count(player: Player, kind: str) -> Case:
    return Case(When(x=player, then=F(f"review__x_{kind}")), default=F(f"review__o_{kind}"))


def _of_other(player: Player, field: str) -> Case:
    return Case(When(x=player, then=F(f"o__{field}")), default=F(f"x__{field}"))
