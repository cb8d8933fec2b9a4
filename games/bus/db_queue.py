"""Database calls of the sockets; ``tests.tools.bench departures db_queue db_queue_batches``."""

# SQLite has one writer at a time, and a commit costs more than the rest of a move. There, one
# thread makes all calls, and those that arrive while it is busy share the next transaction.
# PostgreSQL locks rows and groups commits itself: each call is a transaction in one of ``THREADS``
# threads, but never two for the same game at once. After a lock's timeout the next calls for that
# game run in one of ``THREADS_FOR_LOCKED``, because many games may be locked. Calls are answered
# after the commit, and broadcasts are sent after the answers.

from __future__ import annotations

import asyncio
import atexit
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import activate, get_language

from games.bus import background
from games.ops import database_outages, metrics
from games.ops.request_context import RequestContext, current_request, detach

P = ParamSpec("P")
R = TypeVar("R")
Send = Callable[[], Coroutine[Any, Any, None]]

BATCH_SIZE = 25  # calls in a transaction; while they are answered, the next batch is carried out
THREADS = 8  # on PostgreSQL, each with a connection
THREADS_FOR_LOCKED = 2

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Work(Generic[R]):
    call: Callable[[], R]
    future: asyncio.Future[R]
    game_id: str | None  # None for a call that is not about one game
    result: R | None = None
    error: Exception | None = None
    # Django keeps the active language for each thread, not in the caller's context.
    language: str | None = field(default_factory=get_language)
    context: RequestContext = field(default_factory=current_request.get)  # for the log

    def carry_out(self) -> None:
        if self.future.cancelled():
            return
        self.error = None
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
    sends: list[Send] | None = None


_thread = ThreadState()
_connections: list[BaseDatabaseWrapper] = []


def _note_connections() -> None:
    _connections.extend(connections.all())


def _close_connections() -> None:
    for wrapper in _connections:
        wrapper.inc_thread_sharing()
        wrapper.close()


# The queue has its own threads: asgiref's "thread-sensitive" thread differs in each request.
_has_row_locks = connection.features.has_select_for_update
_executor = ThreadPoolExecutor(THREADS if _has_row_locks else 1, "database", _note_connections)
_executor_for_locked = ThreadPoolExecutor(THREADS_FOR_LOCKED, "locked", _note_connections)
_executor_beside = ThreadPoolExecutor(1, "heartbeat", _note_connections)
_locked: set[str] = set()  # games whose last call timed out while it waited for a lock
_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by game
atexit.register(_close_connections)


def in_database(
    function: Callable[P, R], game_id: str | None = None
) -> Callable[P, asyncio.Future[R]]:
    """Return an awaitable version of ``function``, which may share a transaction on SQLite."""
    # So it needs ``transaction.atomic`` around what must be undone if it raises.

    def call(*args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        loop = asyncio.get_running_loop()
        work = Work(partial(function, *args, **kwargs), loop.create_future(), game_id)
        metrics.DATABASE_QUEUE.inc()
        if _has_row_locks:
            background.start(_carry_out_in_turn(work))
        else:
            _batches.setdefault(loop, Batches()).add(work)
        return work.future

    return call


def beside_queue(function: Callable[[], R]) -> Callable[[], Coroutine[Any, Any, R]]:
    async def call() -> R:
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        work = Work(function, future, None)
        metrics.DATABASE_QUEUE.inc()
        await _carry_out(_executor_beside, [work])
        return await future

    return call


def send_after_commit(coroutine: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
    """Call a coroutine function: after the commit in a thread of the queue, elsewhere at once."""
    if _thread.sends is None:
        async_to_sync(coroutine)(*args)
    else:
        _thread.sends.append(partial(coroutine, *args))


async def _carry_out_in_turn(work: Work[Any]) -> None:
    if work.game_id is None:
        await _carry_out(_executor, [work])
        return
    async with _turns.setdefault(work.game_id, asyncio.Lock()):
        await _carry_out(_executor_for_locked if work.game_id in _locked else _executor, [work])
    if database_outages.is_locked(work.error):
        _locked.add(work.game_id)
    else:
        _locked.discard(work.game_id)


class Batches:
    def __init__(self) -> None:
        self._waiting: list[Work[Any]] = []
        self._is_running = False

    def add(self, work: Work[Any]) -> None:
        self._waiting.append(work)
        if not self._is_running:
            self._is_running = True
            background.start(self._run())

    async def _run(self) -> None:
        detach()
        try:
            while batch := self._waiting[:BATCH_SIZE]:
                del self._waiting[:BATCH_SIZE]
                await _carry_out(_executor, batch)
                error = batch[-1].error
                if error and database_outages.is_busy(error):
                    self._fail_waiting(error)
        finally:
            self._is_running = False

    def _fail_waiting(self, error: Exception) -> None:
        # Otherwise each batch would wait for its own timeout, and the last calls for minutes.
        metrics.DATABASE_QUEUE.dec(len(self._waiting))
        for work in self._waiting:
            work.error = error
            work.report()
        self._waiting.clear()


_batches: WeakKeyDictionary[asyncio.AbstractEventLoop, Batches] = WeakKeyDictionary()


async def _carry_out(executor: ThreadPoolExecutor, batch: list[Work[Any]]) -> None:
    # After an error outside the calls, such as a connection that cannot be closed, nobody knows
    # which of them are stored. So all of them fail with it, and a repeat changes nothing twice.
    sends: list[Send] = []
    try:
        loop = asyncio.get_running_loop()
        sends = await loop.run_in_executor(executor, _make_calls, batch)
    except Exception as error:
        logger.exception("A batch of calls of the database failed")
        for work in batch:
            work.error = error
    for work in batch:
        work.report()
    if sends:
        # A task, which starts after the callers have sent their answers.
        background.start(_send_all(sends))


async def _send_all(sends: list[Send]) -> None:
    for send in sends:
        try:
            await send()
        except Exception:
            logger.exception("A broadcast failed")


# The functions below run in a thread of the queue.


def _make_calls(batch: list[Work[Any]]) -> list[Send]:
    metrics.DATABASE_QUEUE.dec(len(batch))
    sends: list[Send] = []
    _thread.sends = sends
    _drop_broken_connection()
    if len(batch) == 1:
        _make_alone(batch[0])
    else:
        _make_together(batch)
    return sends


def _make_together(batch: list[Work[Any]]) -> None:
    try:
        with transaction.atomic():
            for work in batch:
                work.carry_out()
                if connection.get_rollback() or not connection.connection.in_transaction:
                    # The whole transaction is undone, as when SQLite finds the disk full.
                    raise work.error or transaction.TransactionManagementError
    except Exception as error:
        for work in batch:
            work.error = error
        database_outages.outage.note_error(error, is_connected=connection.connection is not None)


def _make_alone(work: Work[Any]) -> None:
    # Make it once more if another transaction caused it to be undone, or if its connection was
    # lost, as all are when the database restarts. A repeat of a stored call changes nothing.
    work.carry_out()
    if work.error and _is_undone(work.error):
        _drop_broken_connection()
        work.carry_out()


def _is_undone(error: Exception) -> bool:
    if getattr(connection.connection, "closed", False):
        return database_outages.is_transient(error)
    return database_outages.is_conflict(error)


def _drop_broken_connection() -> None:
    if connection.errors_occurred:
        connection.close()
