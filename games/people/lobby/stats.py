from __future__ import annotations

import math
from datetime import timedelta
from statistics import median
from typing import Any, NamedTuple

from django.core.cache import caches
from django.db.models import Count, OuterRef, Q, Subquery

from games.engine import clock
from games.models import Game, GameEvent, Player
from games.models.game_queryset import is_live
from games.people.lobby import queue
from games.people.lobby.models import Seek
from games.people.lobby.queue import Terms

LATELY, SAMPLE = timedelta(hours=3), 20
FEWEST = 3  # who found somebody, below which nothing is said of the time that it takes
USUAL_SINCE, USUAL_KEPT_FOR = timedelta(days=30), 600  # seconds
DEFAULT_CONTROL = "30s"


class LobbyStats(NamedTuple):
    online: int  # who play or look for somebody, besides the one who asks
    seekers: int  # who look for somebody among them
    is_found: bool  # whether one of these looks for the same
    minutes: int | None  # that it took lately, None if too few have found somebody


def lobby_stats(player: Player, terms: Terms) -> LobbyStats:
    others = queue.others(player.pk)
    is_found = any(each.terms.fits(terms) for each in others)
    seekers = {each.host_id for each in others}
    online = (_playing() | seekers) - {player.pk}
    return LobbyStats(len(online), len(seekers), is_found, _usual_minutes())


def usual_control() -> str:
    kept = caches["process"].get_or_set("usual_control", _usual_control, USUAL_KEPT_FOR)
    return DEFAULT_CONTROL if kept is None else kept


def _playing() -> set[int]:
    people = Player.objects.people()
    called = Q(status=Game.Status.CALLED, deadline_at__gt=clock.now())
    seats = Game.objects.filter(is_live() | called).values_list("x_id", "o_id")
    ids = {each for pair in seats for each in pair if each}
    return set(people.filter(pk__in=ids).values_list("pk", flat=True))


def _usual_minutes() -> int | None:
    joined = GameEvent.objects.filter(game=OuterRef("pk"), kind=GameEvent.Kind.JOINED)
    lately = Seek.objects.filter(since__gt=clock.now() - LATELY).order_by("-since")
    found = lately.annotate(joined_at=Subquery(joined.order_by("pk").values("at")[:1]))
    pairs: Any = found.exclude(joined_at=None).values_list("since", "joined_at")[:SAMPLE]
    waits = [(at - since).total_seconds() for since, at in pairs]
    return max(1, math.ceil(median(waits) / 60)) if len(waits) >= FEWEST else None


def _usual_control() -> str:
    # With a filter by the kind, SQLite would begin with all games of that kind.
    lately = Seek.objects.filter(since__gt=clock.now() - USUAL_SINCE)
    counted = lately.values_list("game__control", "game__kind").annotate(count=Count("pk"))
    controls = (control for control, kind, _ in counted.order_by("-count") if kind == queue.OPEN)
    return next(controls, DEFAULT_CONTROL)
