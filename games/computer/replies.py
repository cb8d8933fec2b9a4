from __future__ import annotations

import asyncio
import atexit
import logging
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from random import Random, SystemRandom

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.db import transaction

from games.ai import choosers
from games.ai.choosers import Chooser
from games.ai.levels import guess
from games.bus import presence
from games.bus.db_queue import in_database
from games.computer.pool import (
    MIN_PROCESSES,
    Pool,
    SearchFailed,
    SearchRejected,
    default_size,
)
from games.engine import Board, clock
from games.models import Game, Player
from games.ops import database_outages
from games.ops.digests import digest
from games.play import services
from games.play.errors import Refused

logger = logging.getLogger(__name__)

# Boards of up to so many cells are searched in a thread, which takes less time than sending the
# search to a worker process.
MAX_QUICK_CELLS = 9
# Seconds for which a page waits for a reply. Every level searches for less, but for some moves of
# the champion on Connect Four; those come to the page later.
REPLY_TIMEOUT = 2.0
# The time between two moves where the computer plays itself.
BETWEEN_MOVES = timedelta(seconds=1)

# The one pool of this process, for all that is searched on larger boards.
pool = Pool(max(MIN_PROCESSES, settings.SEARCH_PROCESSES or default_size()))
atexit.register(pool.close)

# The replies in progress in this process, by game, so that it does not search twice at once. If the
# process dies, the search is started again when somebody next opens the game.
_under_way: dict[str, asyncio.Task[None]] = {}
# Games of ``_under_way`` that were asked about again, perhaps after the task read the database.
_asked_again: set[str] = set()


@dataclass(frozen=True, slots=True)
class PendingReply:
    game_id: str
    player: Player
    # Not compared, because each read of a player that learns gives another chooser.
    choose: Chooser = field(compare=False)
    board: Board
    person_id: int | None  # for whom it searches; the pool serves people in turn
    due_at: datetime | None = None  # None if the move is due as soon as it is found

    @property
    def in_background(self) -> bool:
        return self.due_at is not None

    @property
    def wait(self) -> float:
        return max(0.0, (self.due_at - clock.now()).total_seconds()) if self.due_at else 0.0

    @property
    def is_quick(self) -> bool:
        return self.board.variant.size <= MAX_QUICK_CELLS


def pending_reply(game_id: str) -> PendingReply | None:
    game = Game.objects.with_players().filter(pk=game_id).first()
    player = game.seat(game.turn) if game and game.is_computers_turn else None
    if game is None or player is None or player.level is None:
        return None
    person = game.seat(game.turn.opponent) if game.has_people else None
    due_at = None if game.has_people else game.touched_at + BETWEEN_MOVES
    choose = choosers.chooser(player.level, game.board)
    return PendingReply(game.id, player, choose, game.board, person.pk if person else None, due_at)


def choose(pending: PendingReply, rng: Random | None = None) -> int:
    return pending.choose(pending.board, rng or SystemRandom())


def play(pending: PendingReply, cell: int) -> None:
    # Refused if another process has replied already, or the player has resigned.
    with suppress(Refused), transaction.atomic():
        # The person may have undone the move since, and made another one.
        if services.find_game(pending.game_id).board == pending.board:
            services.play_move(pending.game_id, pending.player.pk, ply=pending.board.ply, cell=cell)


def find_game_after_reply(game_id: str) -> Game:
    """Bring a game up to date before a page shows it: ended if overdue, or with the reply."""
    game = services.bring_up_to_date(game_id)
    if not game.is_computers_turn:
        return game
    reply(game_id)
    return services.find_game(game_id)


def reply(game_id: str) -> None:
    # Not to be called on an event loop.
    next_reply = pending_reply(game_id)
    if next_reply is None or next_reply.wait:
        return
    if next_reply.is_quick:
        play(next_reply, choose(next_reply))
    else:
        async_to_sync(_wait_for_reply)(game_id)


def start(game_id: str) -> asyncio.Task[None]:
    task = _under_way.get(game_id)
    if task and not task.done() and task.get_loop() is asyncio.get_running_loop():
        _asked_again.add(game_id)
        return task
    # Without the caller's context variables: those of a request end before the search does.
    task = asyncio.get_running_loop().create_task(_reply(game_id), context=Context())
    _under_way[game_id] = task
    task.add_done_callback(lambda done: _forget(game_id, done))
    return task


async def _wait_for_reply(game_id: str) -> None:
    await asyncio.wait([start(game_id)], timeout=REPLY_TIMEOUT)


async def _reply(game_id: str) -> None:
    done = None
    # Search again if during the search the person undid the move and made another one, or if the
    # computer plays itself: while somebody looks.
    while next_reply := await _next_reply(game_id, done):
        if done and next_reply.due_at and not presence.is_watched(game_id):
            return
        try:
            cell = await _search(next_reply)
        except SearchRejected:
            return
        await asyncio.sleep(next_reply.wait)
        await in_database(play, game_id)(next_reply, cell)
        done = next_reply


async def _next_reply(game_id: str, done: PendingReply | None) -> PendingReply | None:
    while True:
        _asked_again.discard(game_id)
        found = await in_database(pending_reply, game_id)(game_id)
        if found and found != done:
            return found
        # A change after this read would otherwise wait until somebody opens the game.
        if game_id not in _asked_again:
            return None


async def _search(pending: PendingReply) -> int:
    if pending.is_quick:
        return await sync_to_async(choose, thread_sensitive=False)(pending)
    search = partial(choosers.choose, pending.player.level or "", pending.board)
    # If this is rejected, it is tried again when somebody next opens the game.
    waiting = pool.submit(pending.person_id, search, in_background=pending.in_background)
    try:
        return await asyncio.wrap_future(waiting)
    except SearchFailed:
        # A weak move is better than a game that nobody continues.
        return guess(pending.board, SystemRandom())


def _forget(game_id: str, task: asyncio.Task[None]) -> None:
    if _under_way.get(game_id) is task:
        del _under_way[game_id]
    error = None if task.cancelled() else task.exception()
    # When somebody next opens the game, the reply is searched again: no need to log an outage.
    if error and not database_outages.is_transient(error):
        logger.error("No reply to game %s", digest(game_id), exc_info=error)
