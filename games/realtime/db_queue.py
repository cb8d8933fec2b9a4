"""Runs the sockets' database work in threads of its own, in the way that suits the database.

SQLite has one writer at a time, and a commit costs more than the rest of a move. There, one thread
does all work, and calls that arrive while it is busy share the next transaction, at most
``BATCH_SIZE`` of them. When it has waited in vain for somebody else who writes, all calls that wait
behind it fail too.

PostgreSQL has a lock for each row, and groups commits itself. A transaction over many games would
hold the locks of all of them, and deadlock with another process that takes them in another order.
There, ``THREADS`` threads make each call by itself, but never two for the same game at once: a game
whose row is locked for long keeps one thread waiting, and no other game. If there are many such
games, those that have waited in vain get ``THREADS_FOR_STUCK`` of the threads.

How a thread makes the calls is in ``db_transactions``. Nobody is answered before the commit, and
what is broadcast is sent after the answers.

The server's CPU time for a move (``tests.tools.bench one_game fifty_games``, least of four runs
taken in turn, with one and with fifty games at once): 1.7
and 1.1 ms with this queue, 6.3 and 6.8 ms with ``database_sync_to_async``, 2.5 and 2.1 ms with that
and ``CONN_MAX_AGE = None``.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games import database_outages, metrics
from games.realtime import background
from games.realtime.db_transactions import Send, Work, carry_out
from games.request_context import detach

P = ParamSpec("P")
R = TypeVar("R")

BATCH_SIZE = 25  # calls in a transaction; while one batch is answered the next is carried out
THREADS = 8  # on PostgreSQL, each with a connection
THREADS_FOR_STUCK = 2  # of these, for games that somebody else keeps locked

logger = logging.getLogger(__name__)

_connections: list[BaseDatabaseWrapper] = []


def _note_connections() -> None:
    _connections.extend(connections.all())


def _close_connections() -> None:
    """Close the connections of the queue's thread, which has ended before this is called."""
    for wrapper in _connections:
        wrapper.inc_thread_sharing()
        wrapper.close()


# A thread of its own: asgiref's "thread-sensitive" thread is another one within each request.
_has_row_locks = connection.features.has_select_for_update
_threads, _batch_size = (THREADS, 1) if _has_row_locks else (1, BATCH_SIZE)
_executor = ThreadPoolExecutor(_threads, "database", initializer=_note_connections)
atexit.register(_close_connections)


class Queue:
    """The calls of one event loop that wait for the database."""

    def __init__(self) -> None:
        self._waiting: list[Work[Any]] = []
        self._busy: set[str | None] = set()  # the games that a thread is at work on
        self._stuck: set[str | None] = set()  # those whose last call waited too long for a lock
        self._running = 0  # tasks, each with a thread at work

    def add(self, call: Callable[[], R], game_id: str | None) -> asyncio.Future[R]:
        work = Work(call, asyncio.get_running_loop().create_future(), game_id)
        self._waiting.append(work)
        metrics.DATABASE_QUEUE.inc()
        if self._running < _threads and work.game_id not in self._busy:
            self._running += 1
            background.start(self._run())
        return work.future

    async def _run(self) -> None:
        detach()
        try:
            while batch := self._take_batch():
                sends = await self._carry_out(batch)
                self._report(batch)
                # A task, which starts after the callers have sent their answers.
                if sends:
                    background.start(_send_all(sends))
        finally:
            # On SQLite nothing is carried out any more while this counts a task that has ended.
            self._running -= 1

    async def _carry_out(self, batch: list[Work[Any]]) -> list[Send]:
        """Have a thread make the calls of a batch, and return what to send when they are answered.

        An error between two calls, as of a connection that cannot be closed, leaves it open which
        of them are stored. So it is the answer to all: whoever then asks again changes nothing
        twice.
        """
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(_executor, carry_out, batch)
        except Exception as error:
            logger.exception("A batch of calls of the database failed")
            for work in batch:
                work.error = error
            return []
        finally:
            self._busy.difference_update(work.game_id for work in batch)

    def _report(self, batch: list[Work[Any]]) -> None:
        for work in batch:
            self._note_stuck(work)
            work.report()
            if database_outages.is_busy(work.error):
                self._fail_waiting(work.error)

    def _take_batch(self) -> list[Work[Any]]:
        """Take the calls that have waited longest, but for games that a thread is at work on."""
        free = (work for work in self._waiting if self._is_free(work.game_id))
        batch = list(islice(free, _batch_size))
        for work in batch:
            self._waiting.remove(work)
        metrics.DATABASE_QUEUE.dec(len(batch))
        self._busy.update(work.game_id for work in batch if work.game_id)
        return batch

    def _fail_waiting(self, error: Exception) -> None:
        """Fail all calls that wait for a database that is locked as a whole.

        Else each batch would wait as long again, and the last calls for minutes.
        """
        waiting, self._waiting = self._waiting, []
        metrics.DATABASE_QUEUE.dec(len(waiting))
        for work in waiting:
            work.error = error
            work.report()

    def _is_free(self, game_id: str | None) -> bool:
        if game_id in self._busy:
            return False
        return game_id not in self._stuck or len(self._stuck & self._busy) < THREADS_FOR_STUCK

    def _note_stuck(self, work: Work[Any]) -> None:
        # Calls that are about no game say nothing of each other.
        if work.game_id and database_outages.is_locked(work.error):
            self._stuck.add(work.game_id)
        else:
            self._stuck.discard(work.game_id)


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, Queue] = WeakKeyDictionary()


def in_database(
    function: Callable[P, R], game_id: str | None = None
) -> Callable[P, asyncio.Future[R]]:
    """Return a version of ``function`` that runs in a thread of the queue and can be awaited.

    Name the game that it is about, if it is about one. On SQLite it may share its transaction with
    other calls, so it must use ``transaction.atomic`` for what is to be undone when it raises.
    """

    def call(*args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        queue = _queues.setdefault(asyncio.get_running_loop(), Queue())
        return queue.add(partial(function, *args, **kwargs), game_id)

    return call


async def _send_all(sends: list[Send]) -> None:
    for send in sends:
        try:
            await send()
        except Exception:
            logger.exception("A broadcast failed")
