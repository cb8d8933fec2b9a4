"""A channel layer for several server processes: in memory within each, over Redis between them.

Channels' own Redis layer raises from ``group_add``, ``receive`` and ``group_send`` while Redis is
away, which ends every socket. Here a socket depends on the memory of its own process alone.
Redis only relays what is sent to groups: each process adds one channel of its own to every group in
which it has members. While Redis is away nothing is relayed; a browser then learns from the version
in the answer to its next ping that it has missed a change.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any

from channels_redis.core import RedisChannelLayer
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games.realtime import background
from games.realtime.memory_layer import MemoryChannelLayer
from games.request_context import detach

RETRY = 1.0  # seconds after a failure in which no command is tried
TIMEOUT = 2.0  # seconds for a command
RENEW_EVERY = 60 * 60  # seconds; Redis forgets a subscription that is not renewed for a day

logger = logging.getLogger(__name__)


class RelayingChannelLayer(MemoryChannelLayer):
    """The in-memory layer, which also relays what is sent to groups to the other processes.

    ``send`` reaches the channels of this process only.
    """

    def __init__(self, hosts: list[str], **options: Any) -> None:
        super().__init__(**options)
        self._redis = RedisChannelLayer(hosts=[_options(host) for host in hosts])
        self._channel = f"relay.{self._redis.client_prefix}!process"
        self._subscribed: set[str] = set()
        self._receiver: asyncio.Task[None] | None = None
        self._renewal: asyncio.Timeout | None = None  # when the receiver next subscribes anew
        self._is_away = False
        self._retry_at = 0.0

    async def group_add(self, group: str, channel: str) -> None:
        await super().group_add(group, channel)
        self._start()
        if group not in self._subscribed:
            await self._subscribe(group)

    async def group_discard(self, group: str, channel: str) -> None:
        await super().group_discard(group, channel)
        if group not in self.groups and group in self._subscribed:
            self._subscribed.discard(group)
            await self._try(self._redis.group_discard, group, self._channel)
            # Somebody may have joined meanwhile, and their subscription may have come first.
            if group in self.groups:
                await self._subscribe(group)
        if not self.groups:
            self._stop()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        relayed = {"sender": self._channel, "group": group, "message": deepcopy(message)}
        await super().group_send(group, message)
        relay = background.start(self._try(self._redis.group_send, group, relayed))
        if not self._is_started():
            # The event loop may be one that lasts as long as this call.
            await relay

    async def flush(self) -> None:
        self._stop()
        self._subscribed.clear()
        await super().flush()
        await self._redis.close_pools()

    # Redis

    async def is_reachable(self) -> bool:
        """Say whether Redis answers now."""
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._redis.connection(0).ping()
        except (RedisError, OSError):
            return False
        return True

    async def _subscribe(self, group: str) -> None:
        self._subscribed.add(group)
        await self._try(self._redis.group_add, group, self._channel)

    async def _try(self, command: Callable[..., Awaitable[None]], *args: Any) -> None:
        """Carry out a command of the Redis layer, unless one has failed less than ``RETRY`` ago."""
        if time.monotonic() < self._retry_at:
            return
        try:
            async with asyncio.timeout(TIMEOUT):
                await command(*args)
        except (RedisError, OSError) as error:
            self._note_away(error)
            self._renew_soon()

    def _start(self) -> None:
        if not self._is_started():
            self._receiver = asyncio.create_task(self._run())

    def _is_started(self) -> bool:
        task = self._receiver
        return bool(task and not task.done() and task.get_loop() is asyncio.get_running_loop())

    def _stop(self) -> None:
        if self._receiver and self._is_started():
            self._receiver.cancel()
        self._receiver = self._renewal = None

    async def _run(self) -> None:
        """Receive for as long as this process has members, and renew the subscriptions."""
        detach()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEW_EVERY) as self._renewal:
                    await self._receive_relayed()

    def _renew_soon(self) -> None:
        """Subscribe to all groups again when commands are tried again.

        The command that failed may have been a subscription, and others may be skipped until then.
        The receiver need not notice that by itself, as it waits on a connection of its own.
        """
        if self._renewal and self._is_started() and not self._renewal.expired():
            self._renewal.reschedule(asyncio.get_running_loop().time() + RETRY)

    async def _receive_relayed(self) -> None:
        """Subscribe to all groups and deliver what comes; begin again after any error."""
        while True:
            try:
                for group in list(self._subscribed):
                    await asyncio.wait_for(self._redis.group_add(group, self._channel), TIMEOUT)
                self._note_back()
                while True:
                    await self._deliver(await self._redis.receive(self._channel))
            except (RedisError, OSError) as error:
                self._note_away(error)
                await asyncio.sleep(RETRY)
            except Exception:
                logger.exception("The subscription to other server processes failed")
                await asyncio.sleep(RETRY)

    async def _deliver(self, relayed: dict[str, Any]) -> None:
        # A process gets its own messages back, which it has delivered already.
        if relayed["sender"] != self._channel:
            await super().group_send(relayed["group"], relayed["message"])

    def _note_away(self, error: Exception) -> None:
        self._retry_at = time.monotonic() + RETRY
        if not self._is_away:
            self._is_away = True
            logger.warning("Redis is away, so server processes do not reach each other: %s", error)

    def _note_back(self) -> None:
        if self._is_away:
            self._is_away, self._retry_at = False, 0.0
            logger.warning("Redis is back")


def _options(host: str) -> dict[str, Any]:
    return {
        "address": host,
        "socket_connect_timeout": TIMEOUT,
        # Longer than a single wait for messages; notices a connection that nobody closed.
        "socket_timeout": RedisChannelLayer.brpop_timeout + TIMEOUT,
        # A connection kept from before Redis was started again fails once.
        "retry": Retry(NoBackoff(), 1),
    }
