from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import HttpRequest

from games import protocol
from games.bus import broadcast, presence
from games.bus.db_queue import in_database
from games.computer import replies
from games.engine import Mark
from games.models import Credential, Game
from games.ops import metrics
from games.play import limits, services
from games.presentation import snapshots
from games.protocol import Close
from games.sockets import commands
from games.sockets.base_consumer import BaseConsumer
from games.web import players
from games.web.sessions import SessionStore


class GameConsumer(BaseConsumer):
    game_id: str = ""
    credential: Credential | None = None  # in the session, valid or not
    people: dict[str, int]  # ids of the people who play, by mark
    answered_version: int = 0  # after the last move of this page that a state has answered
    held: list[broadcast.GameChanged] | None = None  # events during a move of this page, else None
    last_presence: dict[str, Any] | None = None  # the last presence message sent

    async def enter(self) -> None:
        self.game_id, self.people = self.scope["url_route"]["kwargs"]["game_id"], {}
        # Join the group before reading the game, or a move in between would be missed.
        await self.join_group(broadcast.game_group(self.game_id))
        await self._identify()
        claimed = self.credential.player_id if self.credential else None
        limits.count(limits.CONNECTIONS, player_id=claimed, address=self.address)
        await self._show_game()

    async def leave(self) -> None:
        presence.leave(self.game_id, self.channel_name)

    async def handle(self, message: protocol.Message) -> None:
        match message:
            case protocol.RequestHint():
                # A search may take seconds; the socket goes on answering meanwhile.
                self.tasks.create_task(self._answer_hint(message))
                return
            case protocol.Ping(visible=visible):
                self._note_presence(visible=visible)
        if isinstance(message, protocol.PlayMove):
            await self._answer_move(message)
        else:
            await self._send_answer(await self._carry_out(message))

    async def _answer_move(self, message: protocol.PlayMove) -> None:
        self.held = []
        try:
            answered = await self._carry_out(message)
            if answered and answered.is_ok:
                metrics.MOVE_COMMIT.observe(time.perf_counter() - self.received_at)
            is_shown = answered and answered.is_by_another
            if answered and answered.change and self.takes_states and not is_shown:
                await self._send_state_as_answer(answered, answered.change, message.id)
            else:
                await self._send_answer(answered)
        finally:
            held, self.held = self.held, None
            for event in held:
                await self.game_changed(event)

    async def _carry_out(self, message: protocol.Message) -> commands.Answer | None:
        answer, credential = in_database(_answer, self.game_id), self.credential
        cookies = self.scope["cookies"]
        player_id, answered = await answer(self.game_id, credential, message, cookies)
        # The event that tells of the sign-out was lost, or has not arrived yet.
        has_news = self.player_id is not None or self.credential != credential
        if player_id is not None or not has_news:
            return answered
        if not await self._identify_anew():
            return None  # The page comes back, and asks again.
        _, answered = await answer(self.game_id, self.credential, message, cookies)
        return replace(answered, is_by_another=True)

    async def refuse(self, id: str | None, code: str, message: str) -> None:
        refuse = in_database(commands.refuse, self.game_id)
        await self._send_answer(await refuse(self.game_id, self.player_id, id, code, message))

    # Events of the game's group and of the player's group

    async def game_changed(self, event: broadcast.GameChanged) -> None:
        if self.held is not None:
            self.held.append(event)
        elif event["snapshot"]["version"] != self.answered_version:
            await self._send_change(event)

    async def _send_change(self, event: broadcast.GameChanged, answers: str = "") -> None:
        self.people = event["people"]
        you = [Mark(mark) for mark, id in self.people.items() if id == self.player_id]
        frame = _frame(event, you, self.language)
        await self.send_text(protocol.with_answer(frame, answers) if answers else frame)

    async def game_reaction(self, event: broadcast.Reacted) -> None:
        words = event.get("words", "")
        if not words or self.player_id in self.people.values():
            await self.send_message(protocol.reaction(event["mark"], event["reaction"], words))

    async def game_presence(self, event: presence.PresenceEvent) -> None:
        presence.receive(self.game_id, event)
        message = presence.message(self.game_id, self.people)
        if message != self.last_presence:
            self.last_presence = message
            await self.send_message(message)

    async def player_signed_out(self, event: broadcast.ChannelEvent) -> None:
        if await self._identify_anew():
            await self._show_game()

    # Helpers

    async def _identify_anew(self) -> bool:
        # If that session has ended, the browser may have another one, with which its page comes
        # back when this socket closes. Say whether the socket stays open.
        presence.leave(self.game_id, self.channel_name)
        if has_ended := await self._identify():
            await self.close_for(Close.OTHER_SESSION)
        return not has_ended

    async def _identify(self) -> bool:
        # The credential may be invalid by now: ``_open_game`` checks it. Say whether the browser's
        # session has ended.
        if self.credential:
            await self.leave_group(broadcast.player_group(self.credential.player_id))
        key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        session = SessionStore(key)
        self.player_id, self.credential = None, await in_database(players.credential_in)(session)
        if self.credential:
            await self.join_group(broadcast.player_group(self.credential.player_id))
        return bool(key) and session.session_key is None

    async def _show_game(self) -> None:
        await self.guard(None, self._send_state())

    async def _send_state(self) -> None:
        open_game = in_database(_open_game, self.game_id)
        opened = await open_game(self.game_id, self.credential)
        self.player_id = opened.player_id
        await self._send_change(opened.event)
        self._note_presence(visible=True)
        if opened.is_computers_turn:
            replies.start(self.game_id)

    async def _send_answer(self, answer: commands.Answer | None) -> None:
        if answer is None:
            return
        await self.send_message(answer.message)
        self._let_computer_reply(answer)
        if answer.is_by_another:
            await self._show_game()

    async def _send_state_as_answer(
        self, answer: commands.Answer, change: broadcast.GameChanged, id: str
    ) -> None:
        self.answered_version = change["snapshot"]["version"]
        await self._send_change(change, id)
        self._let_computer_reply(answer)

    def _let_computer_reply(self, answer: commands.Answer) -> None:
        if answer.is_computers_turn:
            replies.start(self.game_id)

    async def _answer_hint(self, message: protocol.RequestHint) -> None:
        # ``_hint`` is called inside the task: a task cancelled before its start never awaits it.
        await self.guard(message.id, self._hint(message))

    async def _hint(self, message: protocol.RequestHint) -> None:
        player_id = await in_database(players.id_of)(self.credential)
        visitor = self._visitor()
        hint = commands.answer_hint(self.game_id, player_id, message, visitor, address=self.address)
        await self.send_message(await hint)

    def _visitor(self) -> HttpRequest:
        request = HttpRequest()
        request.COOKIES = self.scope["cookies"]
        request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        return request

    def _note_presence(self, *, visible: bool) -> None:
        presence.note(self.game_id, self.channel_name, self.player_id, visible=visible)


class NowhereConsumer(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        await self.accept()
        await self.close(int(Close.NO_SUCH_GAME))


def _frame(event: broadcast.GameChanged, you: list[Mark], language: str) -> str:
    # ``language`` is the active one.
    frames, viewer = event["frames"], f"{''.join(you)} {language}"
    if viewer not in frames:
        state = snapshots.as_seen(event["snapshot"], you, event["claim_in"], event["offer"])
        frames[viewer] = protocol.encode_state(state)
    return frames[viewer]


class Opened(NamedTuple):
    event: broadcast.GameChanged
    is_computers_turn: bool
    player_id: int | None  # None for somebody without a player, who may only watch


def _open_game(game_id: str, credential: Credential | None) -> Opened:
    game = services.bring_up_to_date(game_id)
    event, player_id = broadcast.describe(game), players.id_of(credential)
    # A page that is called says by a ping whether anybody looks at it.
    if player_id is not None and game.status != Game.Status.CALLED:
        services.note_seen(game, player_id)
    return Opened(event, game.is_computers_turn, player_id)


def _answer(
    game_id: str,
    credential: Credential | None,
    message: protocol.Message,
    cookies: Mapping[str, str],
) -> tuple[int | None, commands.Answer]:
    # The id is None if the credential is no longer valid.
    if isinstance(message, protocol.Ping):
        game = services.bring_up_to_date(game_id)
        player_id = players.id_at(game, credential)
        return player_id, commands.answer_ping(game, player_id, message)
    player_id = players.id_of(credential)
    return player_id, commands.answer(game_id, player_id, message, cookies)
