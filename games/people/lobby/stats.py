from __future__ import annotations

from datetime import timedelta

from django.core.cache import caches
from django.db.models import Count

from games.engine import clock
from games.people.lobby import queue
from games.people.lobby.models import Seek

USUAL_SINCE, USUAL_KEPT_FOR = timedelta(days=30), 600  # seconds
DEFAULT_CONTROL = "30s"


def usual_control() -> str:
    kept = caches["process"].get_or_set("usual_control", _usual_control, USUAL_KEPT_FOR)
    return DEFAULT_CONTROL if kept is None else kept


def _usual_control() -> str:
    # With a filter by the kind, SQLite would begin with all games of that kind.
    lately = Seek.objects.filter(since__gt=clock.now() - USUAL_SINCE)
    counted = lately.values_list("game__control", "game__kind").annotate(count=Count("pk"))
    controls = (control for control, kind, _ in counted.order_by("-count") if kind == queue.OPEN)
    return next(controls, DEFAULT_CONTROL)
