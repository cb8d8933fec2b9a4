"""Counts for limits: in Redis, for all server processes together, or in this process."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeVar

from django.conf import settings
from limits import RateLimitItem
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter as Limiter
from limits.util import WindowStats

T = TypeVar("T")

SHARED_TIMEOUT = 1  # seconds to wait for Redis
RETRY_AFTER = 5.0  # seconds to count in memory after Redis has failed
logger = logging.getLogger(__name__)
_shared_failed_at = -RETRY_AFTER  # on the monotonic clock
# Without a lock the library can take a key that another thread is adding for an expired one, and
# drop its count.
_process_lock = threading.Lock()


class Count(NamedTuple):
    limit: RateLimitItem
    what: str
    who: str
    is_shared: bool  # counted for all processes together, which may wait for Redis


def hit(count: Count) -> bool:
    return _with_limiter(count, lambda limiter: limiter.hit(count.limit, count.what, count.who))


def give_back(count: Count) -> None:
    _with_limiter(count, lambda limiter: limiter.hit(count.limit, count.what, count.who, cost=-1))


def stats(count: Count) -> WindowStats:
    return _with_limiter(
        count, lambda limiter: limiter.get_window_stats(count.limit, count.what, count.who)
    )


def prepare() -> None:
    # Redis' client is imported at the first use, and a second thread then finds it half imported.
    _shared_limiter()


async def sweep() -> None:
    with _process_lock:
        _process_limiter().storage.drop_expired()  # type: ignore[attr-defined]


def reset() -> None:
    for limiter in filter(None, (_shared_limiter(), _process_limiter())):
        limiter.storage.reset()


def _with_limiter(count: Count, call: Callable[[Limiter], T]) -> T:
    global _shared_failed_at
    shared = _shared_limiter() if count.is_shared else None
    if shared and time.monotonic() - _shared_failed_at >= RETRY_AFTER:
        try:
            return call(shared)
        except StorageError as error:
            logger.warning("Redis does not answer, so limits count in memory: %s", error)
            _shared_failed_at = time.monotonic()
    with _process_lock:
        return call(_process_limiter())


@cache
def _shared_limiter() -> Limiter | None:
    if not settings.REDIS_URL:
        return None
    timeouts = {"socket_timeout": SHARED_TIMEOUT, "socket_connect_timeout": SHARED_TIMEOUT}
    # The library has its own URL scheme for Unix sockets.
    url = settings.REDIS_URL.replace("unix://", "redis+unix://", 1)
    return Limiter(storage_from_string(url, wrap_exceptions=True, **timeouts))


@cache
def _process_limiter() -> Limiter:
    # For every few hits the library would start a thread that drops what has expired, which takes
    # the longer the more is counted: half of a move's time with 20,000 keys. It sees that its timer
    # is alive, and starts none.
    storage = MemoryStorage()
    storage.drop_expired = storage.timer.function  # type: ignore[attr-defined]
    storage.timer = threading.main_thread()  # type: ignore[assignment]
    return Limiter(storage)
