"""Limits the number of requests served at once, so that pages do not delay moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponse

from games.computer.fair_queue import FairQueue
from games.ops.client_address import client_address, network
from games.web import passwords

PLACES = 2  # requests served at once in a process
PASSWORD_PLACES = 1  # posts with a password, beside them
MAX_WAITING = 300  # requests; beyond, the newest one of the client with the most is refused
RETRY_AFTER = 2  # seconds
# Seconds for which a request keeps its place. No page computes for so long: a longer request waits
# for a lock, a search or a picture, and must not make others wait too.
KEPT_FOR = 0.25

CROWDED = "Too many pages are being asked for just now. Try again in a moment."

_under_way: set[asyncio.Future[HttpResponse]] = set()
_is_finishing = False


class QueueFull(Exception):
    pass


class FairSemaphore:
    def __init__(self, places: int, max_waiting: int, kept_for: float | None = None) -> None:
        self._free = places
        self._kept_for = kept_for
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue(max_waiting)

    async def acquire(self, client: str) -> Callable[[], None]:
        """Return what frees the place; ``QueueFull`` is raised in the request to refuse."""
        await self._wait(client)
        is_held = True

        def give_back() -> None:
            nonlocal is_held
            if is_held:
                is_held = False
                self._release()

        if self._kept_for:
            asyncio.get_running_loop().call_later(self._kept_for, give_back)
        return give_back

    async def _wait(self, client: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        dropped = self._waiting.put(client, turn)
        if dropped and not dropped.done():
            dropped.set_exception(QueueFull)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()
            raise

    def _release(self) -> None:
        while self._waiting:
            turn = self._waiting.take()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Lines:
    def __init__(self) -> None:
        self.pages = FairSemaphore(PLACES, MAX_WAITING, KEPT_FOR)
        self.passwords = FairSemaphore(PASSWORD_PLACES, MAX_WAITING)

    async def wait(self, request: HttpRequest) -> Callable[[], None]:
        # A post with a password that has waited for too long becomes one that only shows its form.
        client = network(client_address(request))
        if passwords.is_hashed(request):
            with suppress(TimeoutError, QueueFull):
                async with asyncio.timeout(passwords.LONGEST_WAIT):
                    return await self.passwords.acquire(client)
            passwords.note_busy(request)
        return await self.pages.acquire(client)


class RequestQueueMiddleware:
    async_capable, sync_capable = True, False

    def __init__(self, get_response: Any) -> None:
        self._get_response = get_response
        # One in a server, more where tests make requests.
        self._lines: WeakKeyDictionary[asyncio.AbstractEventLoop, Lines] = WeakKeyDictionary()
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        loop = asyncio.get_running_loop()
        lines = self._lines.get(loop) or self._lines.setdefault(loop, Lines())
        try:
            give_back = await lines.wait(request)
        except QueueFull:
            return _come_back()
        if _is_finishing:
            return _come_back()
        response = asyncio.ensure_future(self._get_response(request))
        _under_way.add(response)
        response.add_done_callback(_under_way.discard)
        response.add_done_callback(lambda _: give_back())
        # When the client leaves, this coroutine is cancelled, but the thread of the request goes
        # on. So the request keeps its place, and its task stays to serve the thread.
        return await asyncio.shield(response)


async def finish(seconds: float) -> None:
    global _is_finishing
    _is_finishing = True
    if _under_way:
        await asyncio.wait(_under_way, timeout=seconds)


def _come_back() -> HttpResponse:
    headers = {"Content-Type": "text/plain", "Retry-After": str(RETRY_AFTER)}
    return HttpResponse(CROWDED, headers=headers, status=HTTPStatus.SERVICE_UNAVAILABLE)
