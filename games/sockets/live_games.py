from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber
from django.db.models import Q
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext_noop as _

from games import protocol
from games.bus import broadcast
from games.bus.broadcast import NOTICE_EVERY
from games.bus.db_queue import in_database
from games.engine import Mark, Variant, clock
from games.models import Game, GameQuerySet
from games.models.game_queryset import is_live
from games.ops import database_outages, metrics
from games.ops.request_context import detach
from games.play import limits
from games.play.errors import refusal
from games.presentation import board_wording, player_wording, snapshots, wording
from games.presentation.sides import side
from games.protocol import GameSummary, LiveGame
from games.sockets.base_consumer import BaseConsumer

MAX_GAMES = 12
RESULT_FOR = timedelta(seconds=10)  # how long a game that was shown stays after its end
COLLECT_FOR = 2 * NOTICE_EVERY  # seconds to collect changes before the games are read
READ_EVERY = 5.0  # seconds between reads without a notice, because games also stop being live

Listener = Callable[[str], Coroutine[Any, Any, None]]
Summary = tuple[GameSummary, int | None]  # with the cell of the last move

logger = logging.getLogger(__name__)


def choose(shown: Collection[str] = ()) -> list[Game]:
    # Games between people come first, then the latest changes. ``shown`` are the ids of the games
    # shown so far. A game stays while it is live, and its result for ``RESULT_FOR``; only a game
    # between people may replace one against the computer.
    public = Game.objects.with_kinds().filter(is_public=True)
    # Most of the time nobody plays, and this query is a tenth of the work of the others.
    if not shown and not Game.objects.filter(is_live(), is_public=True).exists():
        return []
    return _choose(public.with_people(), shown) or _choose(public.without_people(), shown)


def _choose(public: GameQuerySet, shown: Collection[str]) -> list[Game]:
    playing = public.filter(is_live()).order_by("-touched_at")
    found = list(public.filter(is_live() | _is_just_over(), pk__in=shown))
    found += playing.against_people()[:MAX_GAMES]
    if len(found) < MAX_GAMES or not all(game.is_among_people for game in found):
        found += playing[:MAX_GAMES]

    def rank(game: Game) -> tuple[bool, bool, float]:
        return not game.is_among_people, game.pk not in shown, -game.touched_at.timestamp()

    return sorted({game.pk: game for game in found}.values(), key=rank)[:MAX_GAMES]


def summarize(game: Game) -> LiveGame:
    return _put_into_words(*_summary(game))


def _summary(game: Game) -> Summary:
    return snapshots.summary(game), game.record[-1] if game.record else None


def _put_into_words(game: GameSummary, last: int | None) -> LiveGame:
    variant, words = Variant.parse(game["variant"]), wording.status(game, ())
    board, said = board_wording.board(variant), words
    if last is not None:
        mover = side(Mark(game["turn"]).opponent, variant)
        said = f"{mover} {variant.cell_name(last)}"
    line = words if game["outcome"] else f"{board} · {said}"
    seats = player_wording.seats(game)
    return {**game, "seats": seats, "board": board, "words": words, "line": line}


def count_in_words(count: int) -> str:
    values = {"count": str(apnumber(count)).capitalize()}
    return ngettext("%(count)s game on now", "%(count)s games on now", count) % values


def _is_just_over() -> Q:
    # A game with a rematch gives its place to the rematch.
    since = clock.now() - RESULT_FOR
    return Q(status=Game.Status.FINISHED, finished_at__gt=since, next=None)


def read(shown: Collection[str] = ()) -> list[LiveGame]:
    return [summarize(game) for game in choose(shown)]


def _read_summaries(shown: Collection[str]) -> tuple[list[Summary], int]:
    return [_summary(game) for game in choose(shown)], Game.objects.live_count()


class LiveGamesFeed:
    # The games are read only while somebody watches, and put into words once for each language.
    def __init__(self) -> None:
        self._listeners: dict[str, tuple[Listener, str | None]] = {}  # with their language
        self._games: dict[str, Summary] = {}  # by id, as last sent
        self._count = 0  # of all that are on, of which some may not be shown
        self._has_changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def add(self, name: str, listener: Listener) -> None:
        if not self._listeners:
            await self._update()
        self._listeners[name] = listener, get_language()
        if self._task is None:
            self._has_changed = asyncio.Event()
            self._task = asyncio.create_task(self._run())
        await self.send_all(name)
        # Read again: a change just before this may have sent no notice, being too soon after one.
        self.read_soon()

    def remove(self, name: str) -> None:
        if self._listeners.pop(name, None) and not self._listeners and self._task:
            self._task.cancel()
            self._task = None

    async def send_all(self, name: str) -> None:
        listener, language = self._listeners[name]
        await listener(self._encode(list(self._games.values()), language))

    def read_soon(self) -> None:
        self._has_changed.set()

    async def _run(self) -> None:
        detach()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_changed.wait(), READ_EVERY)
            # Clear the event first, so that a notice during the read leads to another read.
            self._has_changed.clear()
            await asyncio.sleep(COLLECT_FOR)
            try:
                await self._update()
            except Exception as error:
                if database_outages.is_transient(error):
                    continue
                logger.exception("The games being played could not be read")

    async def _update(self) -> None:
        games, self._count = await in_database(_read_summaries)(list(self._games))
        # Another call may have sent games meanwhile, so compare with those sent last.
        before, self._games = self._games, {game["id"]: (game, last) for game, last in games}
        changed = [game for game in games if _has_new_version(game, before)]
        if changed or before.keys() != self._games.keys():
            await self._send(changed)

    async def _send(self, changed: list[Summary]) -> None:
        listeners = list(self._listeners.values())
        languages = {language for _, language in listeners}
        texts = {language: self._encode(changed, language) for language in languages}
        sending = (listener(texts[language]) for listener, language in listeners)
        # A watcher that is gone is removed by its own socket.
        await asyncio.gather(*sending, return_exceptions=True)

    def _encode(self, changed: list[Summary], language: str | None) -> str:
        with override(language):
            games, words = [_put_into_words(*each) for each in changed], count_in_words(self._count)
        return protocol.encode(protocol.games(list(self._games), games, words))


def _has_new_version(summary: Summary, before: dict[str, Summary]) -> bool:
    # Only the version is compared, because a running clock always differs.
    id, version = summary[0]["id"], summary[0]["version"]
    return id not in before or version != before[id][0]["version"]


feed = LiveGamesFeed()


NotHere = refusal("not_here", _("This page only watches. Go to a game to take part in it."))


class WatchConsumer(BaseConsumer):
    async def enter(self) -> None:
        limits.count(limits.CONNECTIONS, address=self.address)
        # Join the group before reading the games, or a move in between would be missed.
        await self.join_group(broadcast.WATCH_GROUP)
        await feed.add(self.channel_name, self.send_text)

    async def leave(self) -> None:
        feed.remove(self.channel_name)

    async def handle(self, message: protocol.Message) -> None:
        match message:
            case protocol.Ping(id):
                await self.send_message(protocol.pong(id, 0))
            case protocol.Sync():
                metrics.RESYNCS.inc()
                await feed.send_all(self.channel_name)
            case _:
                raise NotHere

    async def games_changed(self, event: broadcast.ChannelEvent) -> None:
        feed.read_soon()
