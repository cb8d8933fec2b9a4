"""Makes the calls that ``db_queue`` hands to a thread: together in one transaction, or alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.utils.translation import activate, get_language

from games import database_outages
from games.request_context import RequestContext, current_request

R = TypeVar("R")
Send = Callable[[], Coroutine[Any, Any, None]]


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


def carry_out(batch: list[Work[Any]]) -> list[Send]:
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
