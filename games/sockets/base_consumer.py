"""Dispatches messages itself: ``tests.tools.bench departures base_consumer`` shows why."""

# Channels starts a new task to wait for each message, and closes old database connections in a
# thread before it handles one. Here two tasks last as long as the socket: one for the browser's
# messages, and one for events, which are thus handled even while a message is being answered.

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest
from django.utils.translation import activate, get_language_from_request

from games import protocol
from games.bus import background
from games.ops import database_outages, metrics, request_context
from games.ops.client_address import client_address
from games.play import errors, heartbeat, limits
from games.protocol import Close
from games.sockets import commands

STATES = b"states"  # in that of a page which takes a state as the answer to a move

Receive = Callable[[], Awaitable[Any]]

DATABASE_ERRORS = (DatabaseError, InterfaceError)


class BaseConsumer(AsyncWebsocketConsumer):
    # Subclasses implement ``enter`` for connecting, ``leave`` to undo that, and ``handle``.
    address: str  # of the client
    player_id: int | None = None
    language: str
    takes_states: bool = False  # as answers to moves
    received_at: float = 0.0  # when the last message came, by time.perf_counter()
    tasks: asyncio.TaskGroup  # is cancelled when the socket ends

    async def enter(self) -> None:
        raise NotImplementedError

    async def leave(self) -> None:
        raise NotImplementedError

    async def handle(self, message: protocol.Message) -> None:
        raise NotImplementedError

    # The life of a socket

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        self.scope, self._server_send = scope, send
        # In the context of this task, which those that it starts inherit.
        self.language = _language_of(scope)
        activate(self.language)
        request_context.begin(scope)
        layer = get_channel_layer(self.channel_layer_alias)
        assert layer is not None  # noqa: S101 - the settings name one
        self.channel_layer, self.channel_name = layer, await layer.new_channel()
        self.joined: set[str] = set()  # groups
        self.address = client_address(scope)
        metrics.SOCKETS.inc()
        try:
            async with asyncio.TaskGroup() as self.tasks:
                await self.dispatch(await receive())
                self.tasks.create_task(self._dispatch_all(self._receive_event))
                await self._dispatch_all(receive)
        except* StopConsumer:
            pass
        finally:
            metrics.SOCKETS.dec()
            await self._clean_up()

    async def dispatch(self, message: dict[str, Any]) -> None:
        try:
            await getattr(self, get_handler_name(message))(message)
        except DATABASE_ERRORS as error:
            if not database_outages.is_transient(error):
                raise
            await self.close_for(Close.UNAVAILABLE)  # and the page connects again

    async def websocket_disconnect(self, message: Any) -> None:
        raise StopConsumer

    async def connect(self) -> None:
        await self.accept()
        heartbeat.note_visit()
        query = self.scope.get("query_string", b"").split(b"&")
        self.takes_states = STATES in query
        try:
            # Of an address that opens too many, not even a session is read.
            limits.check(limits.CONNECTIONS, address=self.address)
            await self.enter()
        except errors.RateLimited:
            await self.close_for(Close.TOO_FAST)

    async def _dispatch_all(self, receive: Receive) -> None:
        while True:
            await self.dispatch(await receive())

    async def _receive_event(self) -> Any:
        return await self.channel_layer.receive(self.channel_name)

    async def _clean_up(self) -> None:
        await asyncio.shield(background.start(self._leave_all()))

    async def _leave_all(self) -> None:
        try:
            for group in list(self.joined):
                await self.leave_group(group)
        finally:
            await self.leave()

    # Groups

    async def join_group(self, group: str) -> None:
        self.joined.add(group)
        await self.channel_layer.group_add(group, self.channel_name)

    async def leave_group(self, group: str) -> None:
        await self.channel_layer.group_discard(group, self.channel_name)
        self.joined.discard(group)

    # Messages

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.received_at = time.perf_counter()
        too_fast: errors.RateLimited | None = None
        try:
            limits.count_message(self.player_id, self.address, self.channel_name)
        except errors.RateLimited as refusal:
            if refusal.is_flood:
                await self.close_for(Close.TOO_FAST)
                return
            too_fast = refusal
        try:
            message = _parse(text_data)
        except protocol.Malformed as error:
            id, answering = error.id, partial(self.refuse, error.id, error.code, error.message)
        else:
            id, answering = message.id, partial(self.handle, message)
        if too_fast:
            await self.send_refusal(id, too_fast)
        else:
            await self.guard(id, answering())

    async def guard(self, id: str | None, answering: Awaitable[None]) -> None:
        try:
            await answering
        except errors.NoSuchGame as gone:
            await self.send_refusal(id, gone)
            await self.close_for(Close.NO_SUCH_GAME)
        except errors.Refused as refusal:
            await self.send_refusal(id, refusal)
        except Exception as error:
            if database_outages.is_transient(error):
                await self._not_saved(id)
            else:
                await self.send_message(commands.failed(id).message)

    async def _not_saved(self, id: str | None) -> None:
        if id is None:
            await self.close_for(Close.UNAVAILABLE)
        else:
            await self.send_refusal(id, errors.NotSaved())

    async def refuse(self, id: str | None, code: str, message: str) -> None:
        await self.send_message(protocol.no(id, code, message, None))

    async def send_refusal(self, id: str | None, refusal: errors.Refused) -> None:
        await self.send_message(protocol.no(id, refusal.code, refusal.message, None))

    # Sending

    async def close_for(self, code: Close) -> None:
        await self.close(int(code))  # Daphne takes nothing but a plain int

    async def send_message(self, message: dict[str, Any]) -> None:
        commands.count_refusal(message)
        await self.send_text(protocol.encode(message))

    async def send_text(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})

    async def base_send(self, message: Any) -> None:
        # What the peer sent before it closed may still wait to be handled: the disconnect event,
        # which ends the consumer, comes after it.
        with suppress(Disconnected, OSError):
            await self._server_send(message)


def _language_of(scope: dict[str, Any]) -> str:
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    headers = dict(scope.get("headers", ()))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return get_language_from_request(request)


def _parse(text: str | None) -> protocol.Message:
    if text is None:
        raise protocol.Malformed("not_text", "A message is text, not bytes.")
    return protocol.parse(text)
