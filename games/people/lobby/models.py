from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q, QuerySet

from games.engine import clock
from games.models.game_queryset import GameQuerySet
from games.models.games import Game
from games.models.people import Player
from games.protocol import Status

# Nobody is paired with a host who has shown no sign of life for so long. Signs are stored every
# ``SIGNS_STORED_EVERY`` seconds.
SIGNS_STORED_EVERY = 3
SEEN_FOR = timedelta(seconds=12)


class SeekQuerySet(models.QuerySet["Seek"]):
    def waiting(self) -> Self:
        return self.filter(game__status=Status.WAITING).order_by("since", "pk")

    def seen(self) -> Self:
        since = clock.now() - SEEN_FOR
        return self.filter(Q(game__x_seen_at__gt=since) | Q(game__o_seen_at__gt=since))

    def of_any(self, players: QuerySet[Player] | list[int]) -> Self:
        return self.filter(Q(game__x__in=players) | Q(game__o__in=players))

    def games(self) -> GameQuerySet:
        # A row that another transaction has just changed is locked or updated as it is by then, if
        # it still has what is asked of it here; a subquery is not asked again.
        own = Game.objects.filter(pk__in=self.order_by().values("pk"), status=Status.WAITING)
        return own.order_by("seek__since", "pk")


class Seek(models.Model):
    # ``since`` is the place in the queue, which somebody keeps whose opponent was a no-show. With
    # ``any_board`` the game is played on the board of whoever joins.
    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="seek")
    since: models.DateTimeField[datetime, datetime] = models.DateTimeField()
    any_board = models.BooleanField(default=False)

    objects = SeekQuerySet.as_manager()

    class Meta:
        app_label = "games"
        indexes = (models.Index(fields=["since"], name="seek_by_time"),)

    def __str__(self) -> str:
        return f"since {self.since}"
