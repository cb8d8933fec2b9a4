"""Passes messages on between server processes over one Redis server, by its publish and subscribe.

What is to be published while a command is under way goes together in the next one, so a burst needs
neither many connections nor many round trips.

Channels' own Redis layer keeps a queue for each process instead. That takes some eight commands to
send and receive a message where this takes one, opens a connection for each message of a burst
(redis-py allows a hundred, and then fails), and drops what a process has not taken from its queue
once that holds a hundred messages.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from redis.asyncio import StrictRedis
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError, RedisError

RETRY = 1.0  # seconds after a failure in which no command is tried
TIMEOUT = 2.0  # seconds for a command
QUIET = 5.0  # seconds without a message after which to ask whether the connection still works

logger = logging.getLogger(__name__)


class Relay:
    """What one process sends and receives over one Redis server.

    :param client: returns the client of the running event loop.
    :param deliver: is called with what others have published.
    """

    def __init__(
        self, client: Callable[[], StrictRedis], deliver: Callable[[bytes], Awaitable[None]]
    ) -> None:
        self.is_away = False
        self._client = client
        self._deliver = deliver
        self._retry_at = 0.0
        self._outbox: list[tuple[str, bytes]] = []
        self._is_publishing = False
        self._channels: set[str] = set()  # to be subscribed to
        self._pubsub: PubSub | None = None  # while receiving
        self._confirmations: dict[str, asyncio.Future[None]] = {}
        self._renewal: asyncio.Timeout | None = None  # while receiving: when to subscribe anew

    # Sending

    async def publish(self, channel: str, message: bytes) -> None:
        """Publish a message, and all that others want to publish meanwhile."""
        self._outbox.append((channel, message))
        if not self._is_publishing:
            await self._publish_all()

    async def _publish_all(self) -> None:
        self._is_publishing = True
        try:
            while messages := self._outbox:
                self._outbox = []
                await self._try(self._publish, messages)
        finally:
            self._is_publishing = False

    async def _publish(self, messages: list[tuple[str, bytes]]) -> None:
        pipeline = self._client().pipeline(transaction=False)
        for channel, message in messages:
            pipeline.publish(channel, message)
        await pipeline.execute()

    # Receiving

    async def subscribe(self, channel: str) -> None:
        """Receive what is published from now on; nothing is missed once this returns."""
        if channel not in self._channels:
            self._channels.add(channel)
            await self._try(self._subscribe, channel)
        elif confirmation := self._confirmations.get(channel):
            await self._try(asyncio.shield, confirmation)

    async def unsubscribe(self, channel: str) -> None:
        self._channels.discard(channel)
        await self._try(self._tell, "unsubscribe", channel)

    def forget(self) -> None:
        """Receive nothing more when everything is subscribed to anew."""
        self._channels.clear()

    async def _subscribe(self, channel: str) -> None:
        confirmation = asyncio.get_running_loop().create_future()
        self._confirmations[channel] = confirmation
        await self._tell("subscribe", channel)
        # Others may wait for it too, and whoever comes first may be cancelled.
        await asyncio.shield(confirmation)

    async def _tell(self, command: str, channel: str) -> None:
        """Tell Redis to subscribe or unsubscribe; a receiver that starts just now does it itself.

        A receiver that ends just now closes the connection, of which redis-py then has no writer.
        Another one has started if there is still a channel to receive.
        """
        if self._pubsub:
            with suppress(AttributeError):
                await getattr(self._pubsub, command)(channel)

    async def receive(self) -> None:
        """Receive what is published on all channels, until this is cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(None) as renewal:
                    await self._receive_until_renewed(renewal)

    async def _receive_until_renewed(self, renewal: asyncio.Timeout) -> None:
        self._renewal = renewal
        try:
            await self._receive_again_and_again()
        finally:
            # Another receiver may have started since this one was cancelled.
            if self._renewal is renewal:
                self._renewal = None

    async def _receive_again_and_again(self) -> None:
        while True:
            try:
                await self._receive_all()
            except (RedisError, OSError) as error:
                self._note_away(error)
            except Exception:
                logger.exception("The subscription to other server processes failed")
            await asyncio.sleep(RETRY)

    async def _receive_all(self) -> None:
        pubsub = self._client().pubsub()
        try:
            await pubsub.connect()  # type: ignore[no-untyped-call]
            # From here on, whoever adds a channel subscribes to it as well.
            self._pubsub = pubsub
            if self._channels:
                await pubsub.subscribe(*self._channels)
            while True:
                await self._handle(await _next_message(pubsub))
        finally:
            self._pubsub = None
            await pubsub.aclose()  # type: ignore[no-untyped-call]

    async def _handle(self, message: dict[str, Any]) -> None:
        self._note_back()
        match message["type"]:
            case "message":
                await self._deliver(message["data"])
            case "subscribe":
                confirmation = self._confirmations.pop(message["channel"].decode(), None)
                if confirmation and not confirmation.done():
                    confirmation.set_result(None)

    # Failures

    async def _try(self, command: Callable[..., Awaitable[None]], *args: Any) -> None:
        """Carry out a command, unless one has failed less than ``RETRY`` ago."""
        if time.monotonic() < self._retry_at:
            return
        try:
            async with asyncio.timeout(TIMEOUT):
                await command(*args)
        except (RedisError, OSError) as error:
            self._note_away(error)
            self._renew_soon()

    def _renew_soon(self) -> None:
        """Subscribe to all channels again when commands are tried again.

        The command that failed may have been a subscription, and others may be skipped until then.
        The receiver need not notice that by itself, as it waits on a connection of its own.
        """
        if self._renewal and not self._renewal.expired():
            self._renewal.reschedule(asyncio.get_running_loop().time() + RETRY)

    def _note_away(self, error: Exception) -> None:
        self._retry_at = time.monotonic() + RETRY
        if not self.is_away:
            self.is_away = True
            logger.warning("Redis is away, so server processes do not reach each other: %s", error)

    def _note_back(self) -> None:
        if self.is_away:
            self.is_away, self._retry_at = False, 0.0
            logger.warning("Redis is back")


async def _next_message(pubsub: PubSub) -> dict[str, Any]:
    """Return the next message of any kind.

    :raises ConnectionError: if the server does not even answer a ping.
    """
    if message := await pubsub.get_message(timeout=QUIET):
        return dict(message)
    await pubsub.ping()
    if message := await pubsub.get_message(timeout=TIMEOUT):
        return dict(message)
    raise ConnectionError("It does not answer.")
