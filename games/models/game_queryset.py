from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Count, Q, QuerySet

from games.engine import clock
from games.models.kinds import rows, without_people
from games.models.people import Player
from games.protocol import Status

if TYPE_CHECKING:
    from games.models.games import Game  # noqa: F401 - in the text below

INVITATION_LIFETIME = timedelta(days=7)  # of a game that nobody joins, before it is closed
GAME_LIFETIME = timedelta(days=21)  # without a move, before it is closed
# A game is live if it changed within ACTIVE_FOR, and it or its pages within SEEN_FOR.
ACTIVE_FOR, SEEN_FOR = timedelta(minutes=10), timedelta(minutes=1)


def is_live() -> Q:
    now = clock.now()
    fields = ("touched_at", "x_seen_at", "o_seen_at")
    is_seen = Q(*((f"{field}__gt", now - SEEN_FOR) for field in fields), _connector=Q.OR)
    return is_seen & Q(status=Status.PLAYING, touched_at__gt=now - ACTIVE_FOR)


class GameQuerySet(models.QuerySet["Game"]):
    def with_players(self) -> Self:
        return self.select_related("x", "o")

    def with_kinds(self) -> Self:
        return self.select_related("x", "o", *rows())

    def of(self, player: Player) -> Self:
        return self.filter(Q(x=player) | Q(o=player))

    def of_any(self, players: QuerySet[Player] | Collection[int]) -> Self:
        return self.filter(Q(x__in=players) | Q(o__in=players))

    def overdue(self, now: datetime) -> Self:
        return self.filter(status__in=(Status.CALLED, Status.PLAYING), deadline_at__lte=now)

    def stale(self, now: datetime) -> Self:
        # Games with a running clock are left out, because they end when the time runs out.
        waiting = Q(status=Status.WAITING, touched_at__lt=now - INVITATION_LIFETIME)
        playing = Q(status=Status.PLAYING, touched_at__lt=now - GAME_LIFETIME, deadline_at=None)
        return self.filter(waiting | playing)

    def live_count(self) -> int:
        live = self.filter(is_live(), is_public=True)
        with_people = Count("pk", filter=~Q(kind__in=without_people()))
        counts = live.aggregate(with_people=with_people, all=Count("pk"))
        return int(counts["with_people"] or counts["all"])

    def with_people(self) -> Self:
        return self.exclude(kind__in=without_people())

    def without_people(self) -> Self:
        return self.filter(kind__in=without_people())

    def against_people(self) -> Self:
        computers = Player.objects.computers()
        return self.exclude(x__in=computers).exclude(o__in=computers)
