"""The public games being played now: which of them the Watch page shows, and what is new."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games import protocol
from games.models import Game, GameQuerySet
from games.presentation import snapshots, wording
from games.protocol import Glance
from games.realtime.broadcast import NOTICE_EVERY
from games.realtime.db_queue import in_database

SHOWN = 12
# Since the last change of a game that is being played now, and since anybody who plays was here.
RECENTLY, HERE = timedelta(minutes=10), timedelta(minutes=1)
LINGER = timedelta(seconds=20)  # for which the result of a game that was shown stays
SETTLE = 2 * NOTICE_EVERY  # seconds in which changes are read together
IDLE = 5.0  # seconds after which to look without a notice, for what time alone has changed

Listener = Callable[[str], Coroutine[Any, Any, None]]

logger = logging.getLogger(__name__)


def choose(shown: Collection[str] = ()) -> list[Game]:
    """Return the games to show: people's first, then the newest activity.

    Those ``shown`` already make room only for what comes before them by more than activity, or
    when they are over for a while.
    """
    playing = _public().filter(_is_played()).order_by("-touched_at")
    found = list(_public().filter(_is_played() | _is_just_over(), pk__in=shown))
    found += playing.against_people()[:SHOWN]
    if len(found) < SHOWN or not all(map(_is_among_people, found)):
        found += playing[:SHOWN]

    def rank(game: Game) -> tuple[bool, bool, float]:
        return not _is_among_people(game), game.pk not in shown, -game.touched_at.timestamp()

    return sorted({game.pk: game for game in found}.values(), key=rank)[:SHOWN]


def glance(game: Game) -> Glance:
    facts = snapshots.facts(game)
    return {**facts, "board": wording.board(game.variant), "words": wording.status(facts, ())}


def _public() -> GameQuerySet:
    return Game.objects.with_players().filter(is_public=True)


def _is_played() -> Q:
    now = timezone.now()
    fields = ("touched_at", "x_seen_at", "o_seen_at")
    is_here = Q(*((f"{field}__gt", now - HERE) for field in fields), _connector=Q.OR)
    return is_here & Q(status=Game.Status.PLAYING, touched_at__gt=now - RECENTLY)


def _is_just_over() -> Q:
    # Its rematch, where there is one, is to take its place.
    since = timezone.now() - LINGER
    return Q(status=Game.Status.FINISHED, finished_at__gt=since, next=None)


def _is_among_people(game: Game) -> bool:
    return game.level is None


def _look(shown: list[str]) -> list[Glance]:
    return [glance(game) for game in choose(shown)]


class Gallery:
    """What this process shows to all its watchers: read once for them all, told when it changes.

    The database is the truth and this is a copy, read only while somebody watches.
    """

    def __init__(self) -> None:
        self._listeners: dict[str, Listener] = {}
        self._shown: dict[str, Glance] = {}
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def enter(self, name: str, listener: Listener) -> None:
        """Tell a watcher what is shown, and from now on what is new."""
        if not self._listeners:
            await self._look()
        self._listeners[name] = listener
        await self.show(name)
        if self._task is None:
            self._news = asyncio.Event()
            self._task = asyncio.create_task(self._run())
        # The last notice may have come before the watcher, and have spared another.
        self.look_soon()

    def leave(self, name: str) -> None:
        if self._listeners.pop(name, None) and not self._listeners and self._task:
            self._task.cancel()
            self._task = None

    async def show(self, name: str) -> None:
        await self._listeners[name](_frame(self._shown, list(self._shown.values())))

    def look_soon(self) -> None:
        self._news.set()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), IDLE)
            # Forgotten before the wait: each notice is followed by a whole one, then by a look.
            self._news.clear()
            await asyncio.sleep(SETTLE)
            try:
                await self._look()
            except Exception:
                logger.exception("The games being played could not be read")

    async def _look(self) -> None:
        glances = await in_database(_look)(list(self._shown))
        # Compared with what was told last, which may be of a look that began meanwhile.
        before, self._shown = self._shown, {glance["id"]: glance for glance in glances}
        changed = [glance for glance in glances if _is_news(glance, before)]
        if changed or before.keys() != self._shown.keys():
            frame = _frame(self._shown, changed)
            telling = (listener(frame) for listener in list(self._listeners.values()))
            await asyncio.gather(*telling, return_exceptions=True)


def _is_news(glance: Glance, before: dict[str, Glance]) -> bool:
    # By the version alone: a clock runs on while nothing happens.
    return glance["id"] not in before or glance["version"] != before[glance["id"]]["version"]


def _frame(shown: Collection[str], changed: list[Glance]) -> str:
    return json.dumps(protocol.games(list(shown), changed), separators=(",", ":"))


gallery = Gallery()
