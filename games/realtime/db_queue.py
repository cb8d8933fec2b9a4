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

Nobody is answered before the commit, and what is broadcast is sent after the answers.

The server's CPU time for a move (``python -m tests.bench one_game fifty_games``, least of four runs
taken in turn, with one and with fifty games at once, before moves were made with cached games): 1.7
and 1.1 ms with this queue, 6.3 and 6.8 ms with ``database_sync_to_async``, 2.5 and 2.1 ms with that
and ``CONN_MAX_AGE = None``.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import activate, get_language

from games import database_outages, metrics
from games.realtime import background
from games.request_context import RequestContext, current_request, detach

P = ParamSpec("P")
R = TypeVar("R")
Send = Callable[[], Coroutine[Any, Any, None]]

BATCH_SIZE = 25  # calls in a transaction; while one batch is answered the next is carried out
THREADS = 8  # on PostgreSQL, each with a connection
THREADS_FOR_STUCK = 2  # of these, for games that somebody else keeps locked

logger = logging.getLogger(__name__)


class BatchFailed(Exception):
    """An error of the database made the shared transaction unusable."""


@dataclass(eq=False, slots=True)
class Work(Generic[R]):
    """A call to make, and its result or error.

    It is made in the language of whoever asks for it. asgiref keeps that for each thread, so that
    running the call in a copy of the caller's context would not be enough.
    """

    call: Callable[[], R]
    future: asyncio.Future[R]
    game_id: str | None = None  # of the game that the call is about, if it is about one
    result: R | None = None
    error: Exception | None = None
    was_tried: bool = False
    language: str | None = field(default_factory=get_language)
    context: RequestContext = field(default_factory=current_request.get)  # for the log

    def carry_out(self) -> None:
        """Make the call, unless whoever asked is gone: in a crowd those are many."""
        if self.future.cancelled():
            return
        self.error, _thread.is_redo = None, self.was_tried
        self.was_tried = True
        current_request.set(self.context)
        activate(self.language or settings.LANGUAGE_CODE)
        database = connections[DEFAULT_DB_ALIAS]
        try:
            if database.connection is None and not database_outages.outage.may_connect():
                raise database_outages.NotTried
            self.result = self.call()
        except Exception as error:
            self.error = error
            database_outages.outage.note_error(error, is_connected=database.connection is not None)
        else:
            database_outages.outage.note_success()

    def report(self) -> None:
        # The caller may have been cancelled.
        if self.future.done():
            return
        if self.error:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]


class ThreadState(threading.local):
    """What the queue's thread is doing; any other thread has the defaults."""

    sends: list[Send] | None = None  # to be called once the batch is committed
    is_redo = False
    ends_batch = False  # whether nothing more may share the transaction


_thread = ThreadState()
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
        loop = asyncio.get_running_loop()
        while batch := self._take_batch():
            sends = await loop.run_in_executor(_executor, _carry_out, batch)
            self._busy.difference_update(work.game_id for work in batch)
            for work in batch:
                self._note_stuck(work)
                work.report()
                if database_outages.is_busy(work.error):
                    self._fail_waiting(work.error)
            # A task, which starts after the callers have sent their answers.
            if sends:
                background.start(_send_all(sends))
        self._running -= 1

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


def send_after_commit(coroutine: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
    """Call a coroutine function from a thread.

    In the queue's thread the call is made after the batch is committed, elsewhere at once.
    """
    if _thread.sends is None:
        async_to_sync(coroutine)(*args)
    else:
        _thread.sends.append(partial(coroutine, *args))


def is_redo() -> bool:
    """Return whether the call at work was made before, in a batch that then failed.

    What is outside of the database, such as a rate limit, has counted it already.
    """
    return _thread.is_redo


def end_batch() -> None:
    """Have the call at work be the last of its transaction; calls behind it share the next one.

    For a call that locks a row which other games need too. The next calls would wait for other
    games with that lock in hand, and those games for the lock.
    """
    _thread.ends_batch = True


def _carry_out(batch: list[Work[Any]]) -> list[Send]:
    """Make the calls of a batch, and return what to send when they are answered."""
    sends: list[Send] = []
    _thread.sends = sends
    while batch:
        _drop_broken_connection()
        batch = batch[_carry_out_together(batch) :]
    return sends


def _carry_out_together(batch: list[Work[Any]]) -> int:
    """Make the first calls of a batch in one transaction, and return how many they were."""
    if len(batch) == 1:
        _carry_out_alone(batch[0])
        return 1
    database = connections[DEFAULT_DB_ALIAS]
    _thread.ends_batch, done = False, 0
    try:
        with transaction.atomic():
            while done < len(batch) and not _thread.ends_batch:
                batch[done].carry_out()
                done += 1
                if database.errors_occurred or database.get_rollback():
                    raise BatchFailed
    except BatchFailed:
        # The transaction is unusable, and rolled back: carry out each call alone.
        for work in batch[:done]:
            _drop_broken_connection()
            _carry_out_alone(work)
    except Exception as error:
        # The commit failed, so nothing of the batch was stored; or, if the error is not one of the
        # database, something to be done after the commit failed. Or nothing could even begin.
        done = done or len(batch)
        for work in batch[:done]:
            work.error = error
        database_outages.outage.note_error(error, is_connected=connection.connection is not None)
    return done


def _carry_out_alone(work: Work[Any]) -> None:
    """Make a call in a transaction of its own.

    Make it once more if another transaction has undone it, or if its connection had been lost, as
    all are when the database was started again. A repeat of what was stored changes nothing.
    """
    work.carry_out()
    if database_outages.is_conflict(work.error) or (
        database_outages.is_transient(work.error) and _is_lost()
    ):
        _drop_broken_connection()
        work.carry_out()


def _is_lost() -> bool:
    return getattr(connection.connection, "closed", False)


def _drop_broken_connection() -> None:
    """Close a connection that had an error; Django opens the next when it is needed."""
    if connection.errors_occurred:
        connection.close()


async def _send_all(sends: list[Send]) -> None:
    for send in sends:
        try:
            await send()
        except Exception:
            logger.exception("A broadcast failed")
