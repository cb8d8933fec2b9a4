"""In memory within a process, over Redis between them; nothing waits for Redis."""

# ``RedisPubSubChannelLayer`` used directly holds a lock until Redis answers: with Redis away or
# hanging no socket could connect, and no move would reach the other page of a game in the same
# process.

from __future__ import annotations

import asyncio
import logging
from binascii import crc32
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games.bus.memory_layer import MemoryChannelLayer
from games.ops.request_context import detach

RETRY = 1.0  # seconds after a failure until the next attempt
CLOSES_WITHIN = 5.0  # seconds
OPTIONS: dict[str, Any] = {
    "socket_connect_timeout": 2.0,
    # Nobody waits for it. On a busy machine the event loop itself may be late by seconds.
    "socket_timeout": 5.0,
    # A connection from before a restart of Redis fails once.
    "retry": Retry(NoBackoff(), 1),
}
UNREACHABLE = (RedisError, OSError)

logger = logging.getLogger(__name__)


class RelayingChannelLayer(MemoryChannelLayer):
    def __init__(self, hosts: list[str], **options: Any) -> None:
        super().__init__(**options)
        deliver = super().group_send
        self._relays = [Relay(host, deliver) for host in hosts]

    async def group_add(self, group: str, channel: str) -> None:
        await super().group_add(group, channel)
        self._relay(group).join(group)

    async def group_discard(self, group: str, channel: str) -> None:
        await super().group_discard(group, channel)
        if group not in self.groups:
            self._relay(group).leave(group)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        # The relay comes first, because receivers here store encoded frames in the message.
        await self._relay(group).send(group, message)
        await super().group_send(group, message)

    async def flush(self) -> None:
        await super().flush()
        for relay in self._relays:
            await relay.stop()

    async def is_reachable(self) -> bool:
        return all([await relay.is_reachable() for relay in self._relays])

    def _relay(self, group: str) -> Relay:
        return self._relays[crc32(group.encode()) % len(self._relays)]


class Relay:
    def __init__(self, url: str, deliver: Callable[[str, Any], Awaitable[None]]) -> None:
        self._url, self._deliver = url, deliver
        self._redis = RedisPubSubChannelLayer(hosts=[{"address": url, **OPTIONS}], prefix="relay.")
        self._sender = uuid4().hex
        self._groups: set[str] = set()  # in which this process has members
        self._commands: asyncio.Queue[tuple[str, str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._is_away = False

    def join(self, group: str) -> None:
        if group not in self._groups:
            self._groups.add(group)
            self._commands.put_nowait(("group_add", group, None))
        if not self._is_running():
            self._task = asyncio.create_task(self._run())

    def leave(self, group: str) -> None:
        self._groups.discard(group)
        self._commands.put_nowait(("group_discard", group, None))

    async def send(self, group: str, message: dict[str, Any]) -> None:
        packed = self._redis.serialize(message)
        sent = {"sender": self._sender, "group": group, "message": packed}
        if self._is_running():
            self._commands.put_nowait(("group_send", group, sent))
            return
        try:
            await self._redis.group_send(group, sent)
        except UNREACHABLE as error:
            self._note_away(error)

    async def stop(self) -> None:
        if self._task and self._is_running():
            self._task.cancel()
            await asyncio.wait([self._task])
        self._groups.clear()
        await self._close()

    async def is_reachable(self) -> bool:
        with suppress(*UNREACHABLE):
            async with Redis.from_url(self._url, **OPTIONS) as client:
                return bool(await client.ping())
        return False

    def _is_running(self) -> bool:
        task = self._task
        return bool(task and not task.done() and task.get_loop() is asyncio.get_running_loop())

    async def _run(self) -> None:
        detach()
        while True:
            try:
                await self._relay_until_failure()
            except* UNREACHABLE as errors:
                self._note_away(errors.exceptions[0])
            except* Exception:
                logger.exception("Relay to Redis failed")
            await asyncio.sleep(RETRY)

    async def _close(self) -> None:
        # channels-redis waits for its receiver then. One that a timeout has ended would fail again
        # at each attempt, and the process would never come back.
        for shard in self._redis._shards:
            receiver = shard._receive_task
            if receiver and receiver.done() and not receiver.cancelled():
                logger.debug("The receiver has ended: %r", receiver.exception())
                shard._receive_task = None
        # It may miss that it has been cancelled once; the end of this time cancels it again.
        async with asyncio.timeout(CLOSES_WITHIN):
            await self._redis.flush()

    async def _relay_until_failure(self) -> None:
        await self._close()
        self._commands = asyncio.Queue()
        for group in self._groups:
            self._commands.put_nowait(("group_add", group, None))
        channel = await self._redis.new_channel()
        await self._redis.send(channel, {"sender": self._sender})
        if self._is_away:
            self._is_away = False
            logger.warning("Redis is back")
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._receive(channel))
            tasks.create_task(self._watch_receivers())
            while True:
                method, group, message = await self._commands.get()
                await getattr(self._redis, method)(group, message or channel)

    async def _receive(self, channel: str) -> None:
        while True:
            sent = await self._redis.receive(channel)
            # A process gets its own messages back, which it has already delivered.
            if sent["sender"] != self._sender:
                await self._deliver(sent["group"], self._redis.deserialize(sent["message"]))

    async def _watch_receivers(self) -> None:
        receivers = [shard._receive_task for shard in self._redis._shards]
        await asyncio.wait(filter(None, receivers), return_when=asyncio.FIRST_COMPLETED)
        raise ConnectionError("A receiver has ended.")

    def _note_away(self, error: BaseException) -> None:
        if not self._is_away:
            self._is_away = True
            logger.warning("Redis is away, so server processes do not reach each other: %s", error)
