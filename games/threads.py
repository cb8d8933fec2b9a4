"""Where the sockets' blocking work is done, and how it gets back to their event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import async_to_sync, sync_to_async

P = ParamSpec("P")
R = TypeVar("R")

logger = logging.getLogger(__name__)

# The event loop for which a thread works; asgiref carries it over.
_loop: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("loop", default=None)


def in_database(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Let a function use the database in the sockets' one thread.

    Channels' own ``database_sync_to_async`` closes the connection after every call, which
    costs more than a move.
    """

    async def call(*args: P.args, **kwargs: P.kwargs) -> R:
        _loop.set(asyncio.get_running_loop())
        return await sync_to_async(function, thread_sensitive=True)(*args, **kwargs)

    return call


def send(coroutine: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
    """Call a coroutine function from a thread: on its event loop without waiting, else at once."""
    loop = _loop.get()
    if loop is None or not loop.is_running():
        async_to_sync(coroutine)(*args)
        return
    future = asyncio.run_coroutine_threadsafe(coroutine(*args), loop)
    future.add_done_callback(_log_failure)


def _log_failure(future: Future[None]) -> None:
    if not future.cancelled() and (error := future.exception()):
        logger.error("A room could not be told", exc_info=error)
