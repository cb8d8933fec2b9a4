"""Lets few requests be carried out at once, so that pages do not keep moves waiting.

Django gives each request a thread. Python runs one thread at a time, so with many of them at work
the event loop, which serves the games, waits for each in turn: one visitor who asks for thirty
pages a second makes everybody's move take half a second and more. Here a request waits, without a
thread, until one of few places is free, and clients take turns at the places however much each of
them asks for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import markcoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse

from games.ai.workers.fair_queue import FairQueue
from games.client_address import client_address, network

PLACES = 2  # requests that are carried out at once in a process
MAX_WAITING = 300  # requests; of more, the newest of the client with most of them is refused
RETRY_AFTER = 2  # seconds
# Seconds for which a request keeps its place. No page computes for so long: whatever takes longer
# waits, for a lock, a search or a picture, and must not keep others waiting with it.
KEPT_FOR = 0.25

CROWDED = "Too many pages are being asked for just now. Try again in a moment."


class QueueFull(Exception):
    """Too many requests of this client wait already."""


class FairSemaphore:
    """A semaphore at which clients take turns, for the tasks of one event loop."""

    def __init__(self, places: int, max_waiting: int) -> None:
        self._free = places
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue(max_waiting)

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[None]:
        """Hold a place until the end of the block, or for KEPT_FOR seconds.

        :raises QueueFull:
        """
        await self._acquire(client)
        is_held = True

        def give_back() -> None:
            nonlocal is_held
            if is_held:
                is_held = False
                self._release()

        timer = asyncio.get_running_loop().call_later(KEPT_FOR, give_back)
        try:
            yield
        finally:
            timer.cancel()
            give_back()

    async def _acquire(self, client: str) -> None:
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


class RequestQueueMiddleware:
    """Has the requests that are not about static files wait for their turn."""

    async_capable, sync_capable = True, False

    def __init__(self, get_response: Any) -> None:
        self._get_response = get_response
        self._semaphores: WeakKeyDictionary[asyncio.AbstractEventLoop, FairSemaphore]
        self._semaphores = WeakKeyDictionary()  # one in a server, more where tests make requests
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        loop = asyncio.get_running_loop()
        semaphore = self._semaphores.setdefault(loop, FairSemaphore(PLACES, MAX_WAITING))
        try:
            async with semaphore.place(network(client_address(request))):
                return await self._respond(request)
        except QueueFull:
            return _crowded()

    async def _respond(self, request: HttpRequest) -> HttpResponse:
        try:
            response: HttpResponse = await self._get_response(request)
        except asyncio.CancelledError:
            # The client has left, but the thread of its request goes on with what it is doing, and
            # so keeps its place. The request has one thread only, so this waits for it.
            await sync_to_async(bool)()
            raise
        return response


def _crowded() -> HttpResponse:
    response = HttpResponse(
        CROWDED, content_type="text/plain", status=HTTPStatus.SERVICE_UNAVAILABLE
    )
    response["Retry-After"] = str(RETRY_AFTER)
    return response
