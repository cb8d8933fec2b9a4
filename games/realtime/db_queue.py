"""Where the sockets' blocking work is done: in one thread, all that waits in one transaction.

A commit costs more than a move does, so moves that come while the database is busy share the next
one. Nobody hears of any of them before it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from asgiref.sync import async_to_sync, sync_to_async
from django.db import DatabaseError, connection, transaction

P = ParamSpec("P")
R = TypeVar("R")
News = Callable[[], Coroutine[Any, Any, None]]

MOST = 25  # pieces of work in a transaction; what it answers leaves while the next is done

logger = logging.getLogger(__name__)

# What the group at work has to tell once it is committed; None outside of groups.
_news: ContextVar[list[News] | None] = ContextVar("news", default=None)


class Spoiled(Exception):
    """An error of the database leaves it open what of a group still stands."""


@dataclass(eq=False, slots=True)
class Work(Generic[R]):
    """A call to make, and what came of it."""

    call: Callable[[], R]
    future: asyncio.Future[R]
    result: R | None = None
    error: Exception | None = None

    def carry_out(self) -> None:
        self.result = self.error = None
        try:
            self.result = self.call()
        except Exception as error:
            self.error = error

    def report(self) -> None:
        # Whoever asked may be gone.
        if self.future.done():
            return
        if self.error:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]


class Queue:
    """The work for the database of one event loop."""

    def __init__(self) -> None:
        self._waiting: list[Work[Any]] = []
        self._task: asyncio.Task[None] | None = None
        self._tellings: set[asyncio.Task[None]] = set()

    def add(self, call: Callable[[], R]) -> asyncio.Future[R]:
        work = Work(call, asyncio.get_running_loop().create_future())
        self._waiting.append(work)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._empty())
        return work.future

    async def _empty(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            news = await sync_to_async(_carry_out)(group)
            for work in group:
                work.report()
            # Answered first, then told: whoever asked has the answer before the news.
            if news:
                telling = asyncio.create_task(_tell(news))
                self._tellings.add(telling)
                telling.add_done_callback(self._tellings.discard)


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, Queue] = WeakKeyDictionary()


def in_database(function: Callable[P, R]) -> Callable[P, asyncio.Future[R]]:
    """Let a function use the database in the sockets' one thread."""

    def call(*args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        queue = _queues.setdefault(asyncio.get_running_loop(), Queue())
        return queue.add(partial(function, *args, **kwargs))

    return call


def send(coroutine: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
    """Call a coroutine function from a thread: from a group of work after it, else at once."""
    news = _news.get()
    if news is None:
        async_to_sync(coroutine)(*args)
    else:
        news.append(partial(coroutine, *args))


def is_grouped() -> bool:
    """Say if the work at hand shares its transaction, which is redone without it if it fails.

    It needs no savepoint of its own then.
    """
    return connection.in_atomic_block and _news.get() is not None


def _carry_out(group: list[Work[Any]]) -> list[News]:
    """Do the work of a group and return what is to be told of it."""
    news: list[News] = []
    _news.set(news)
    _drop_broken_connection()
    if len(group) == 1:
        group[0].carry_out()
    else:
        _carry_out_together(group)
    return news


def _carry_out_together(group: list[Work[Any]]) -> None:
    # A savepoint for each would cost more than doing a group again, each alone, when one of it
    # is refused or fails: that is rare.
    try:
        with transaction.atomic():
            for work in group:
                work.carry_out()
                if connection.errors_occurred or transaction.get_rollback():
                    raise Spoiled
    except Spoiled:
        for work in group:
            _drop_broken_connection()
            work.carry_out()
    except DatabaseError as error:
        for work in group:
            work.error = error


def _drop_broken_connection() -> None:
    """What went wrong may have been the connection itself; the next is opened when it is needed."""
    if connection.errors_occurred:
        connection.close()


async def _tell(news: list[News]) -> None:
    for tell in news:
        try:
            await tell()
        except Exception:
            logger.exception("A room could not be told")
