"""A channel layer for several server processes: in memory within each, over Redis between them.

Channels' own Redis layer raises from ``group_add``, ``receive`` and ``group_send`` while Redis is
away, which ends every socket. Here a socket depends on the memory of its own process alone.
Redis only relays what is sent to groups: each process subscribes to every group in which it has
members. While Redis is away nothing is relayed; a browser then learns from the version in the
answer to its next ping that it has missed a change. Of several Redis servers each relays the groups
whose names fall to it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from channels_redis.core import RedisChannelLayer
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games.realtime import background
from games.realtime.memory_layer import MemoryChannelLayer
from games.realtime.redis_relay import TIMEOUT, Relay
from games.request_context import detach


class RelayingChannelLayer(MemoryChannelLayer):
    """The in-memory layer, which also relays what is sent to groups to the other processes.

    ``send`` reaches the channels of this process only.
    """

    def __init__(self, hosts: list[str], **options: Any) -> None:
        super().__init__(**options)
        # Its connections, its spreading of names over servers, and its way to write messages.
        self._redis = RedisChannelLayer(hosts=[_options(host) for host in hosts])
        clients = [partial(self._redis.connection, number) for number in range(len(hosts))]
        self._relays = [Relay(client, self._deliver) for client in clients]
        self._receiver: asyncio.Task[None] | None = None

    async def group_add(self, group: str, channel: str) -> None:
        await super().group_add(group, channel)
        self._start()
        await self._relay(group).subscribe(_name(group))

    async def group_discard(self, group: str, channel: str) -> None:
        await super().group_discard(group, channel)
        if group not in self.groups:
            await self._relay(group).unsubscribe(_name(group))
            # Somebody may have joined meanwhile, and their subscription may have come first.
            if group in self.groups:
                await self._relay(group).subscribe(_name(group))
        if not self.groups:
            self._stop()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        sent = {"sender": self._redis.client_prefix, "group": group, "message": message}
        relayed = self._redis.serialize(sent)
        await super().group_send(group, message)
        publishing = self._relay(group).publish(_name(group), relayed)
        if self._is_started():
            background.start(publishing)
        else:
            # The event loop may be one that lasts as long as this call.
            await publishing

    async def flush(self) -> None:
        receiver = self._receiver if self._is_started() else None
        self._stop()
        if receiver:
            await asyncio.wait([receiver])
        for relay in self._relays:
            relay.forget()
        await super().flush()
        await self._redis.close_pools()

    async def is_reachable(self) -> bool:
        """Say whether all Redis servers answer now."""
        try:
            async with asyncio.timeout(TIMEOUT):
                for number in range(len(self._relays)):
                    await self._redis.connection(number).ping()
        except (RedisError, OSError):
            return False
        return True

    def _relay(self, group: str) -> Relay:
        number: int = self._redis.consistent_hash(group)
        return self._relays[number]

    def _start(self) -> None:
        if not self._is_started():
            self._receiver = asyncio.create_task(self._receive_relayed())

    def _is_started(self) -> bool:
        task = self._receiver
        return bool(task and not task.done() and task.get_loop() is asyncio.get_running_loop())

    def _stop(self) -> None:
        if self._receiver and self._is_started():
            self._receiver.cancel()
        self._receiver = None

    async def _receive_relayed(self) -> None:
        """Receive for as long as this process has members."""
        detach()
        await asyncio.gather(*(relay.receive() for relay in self._relays))

    async def _deliver(self, relayed: bytes) -> None:
        message = self._redis.deserialize(relayed)
        # A process gets its own messages back, which it has delivered already.
        if message["sender"] != self._redis.client_prefix:
            await super().group_send(message["group"], message["message"])


def _name(group: str) -> str:
    """Return the name of the channel on which Redis relays a group."""
    return f"tictactoe.{group}"


def _options(host: str) -> dict[str, Any]:
    return {
        "address": host,
        "socket_connect_timeout": TIMEOUT,
        "socket_timeout": TIMEOUT,
        # A connection kept from before Redis was started again fails once.
        "retry": Retry(NoBackoff(), 1),
    }
