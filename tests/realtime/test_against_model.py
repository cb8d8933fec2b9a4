"""Sockets against a model: whatever is lost, late or repeated, every page shows the true board."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from channels.layers import get_channel_layer
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, run_state_machine_as_test

from games.engine import Mark
from games.models import Game
from games.realtime import presence, replies
from games.services import limits
from tests.model import Message
from tests.playing import fresh
from tests.realtime.sockets import GameSocket
from tests.sessions import cookie_header, session_key
from tests.steps import PEOPLE, SETTINGS, STRANGER, Series

T = TypeVar("T")

TABS = 5


class Tab:
    """A page of somebody's that shows a game, as the browser's script would."""

    def __init__(self, who: str, number: int) -> None:
        self.who = who
        self.number = number  # of the game
        self.state: Message = {"version": 0}

    async def open(self, game: Game, session: str) -> None:
        self.socket = GameSocket(game.pk, cookie_header(session))
        assert (await self.socket.connect())[0]

    def take(self, state: Message) -> None:
        """Keep a state unless it is older than the one there is."""
        if state["version"] >= self.state["version"]:
            self.state = state

    async def ask(self, message: Message) -> Message:
        """Return the answer, and keep the states that come before it."""
        await self.socket.send_json_to(message)
        while (heard := await self.socket.receive()).get("id") != message["id"]:
            if heard["type"] == "state":
                self.take(heard)
        return heard

    async def settle(self) -> None:
        """Ping, and ask for the state if it is another, as the script does."""
        pong = await self.ping()
        if pong["version"] != self.state["version"]:
            # The answer is a state like any other, so the next answer comes after it.
            await self.socket.send_json_to({"type": "sync", "id": "sync"})
            await self.ping()

    async def ping(self) -> Message:
        return await self.ask({"type": "ping", "id": "ping", "visible": True})


class Sockets(Series):
    """Everybody may look at any of the games, in as many tabs as they like."""

    steps = (*Series.steps, "open", "open", "close", "lose", "lose")

    def __init__(self) -> None:
        super().__init__()
        self.sessions = {name: session_key(player) for name, player in self.players.items()}
        self.tabs: list[Tab] = []
        self.loop = asyncio.new_event_loop()

    def teardown(self) -> None:
        self.go_down()
        super().teardown()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 20))

    @initialize(
        guest=st.sampled_from(["bob", "bob", None]),
        control=st.sampled_from(["", "3+2"]),
        allows_undo=st.sampled_from([True, True, True, False]),
    )
    def start(self, guest: str | None, control: str, allows_undo: bool) -> None:
        self.begin(guest, Mark.X, control, allows_undo=allows_undo)
        for who in PEOPLE:
            self.come(who, 0)

    # Coming and going

    def open(self, data: st.DataObject) -> None:
        if len(self.tabs) < TABS:
            who = data.draw(st.sampled_from([*PEOPLE, STRANGER]))
            self.come(who, data.draw(st.integers(0, len(self.games) - 1)))

    def close(self, data: st.DataObject) -> None:
        if self.tabs:
            tab = data.draw(st.sampled_from(self.tabs))
            self.tabs.remove(tab)
            self.run(tab.socket.disconnect())

    def lose(self, data: st.DataObject) -> None:
        if self.tabs:
            self.reconnect(data.draw(st.sampled_from(self.tabs)))

    def restart(self, data: st.DataObject) -> None:
        """Close every socket, and forget all that is only in memory."""
        self.go_down()
        self.loop = asyncio.new_event_loop()
        for tab in self.tabs:
            self.connect(tab)

    def come(self, who: str, number: int) -> Tab:
        tab = Tab(who, number)
        self.tabs.append(tab)
        self.connect(tab)
        return tab

    def reconnect(self, tab: Tab) -> None:
        """Close a page's socket and open another; the page keeps what it showed."""
        self.run(tab.socket.disconnect())
        self.connect(tab)

    def connect(self, tab: Tab) -> None:
        game, room = self.games[tab.number]
        room.look()
        self.run(tab.open(game, self.sessions.get(tab.who, "none")))

    def go_down(self) -> None:
        for tab in self.tabs:
            self.run(tab.socket.disconnect())
        self.run(get_channel_layer().flush())
        self.loop.close()
        presence._rooms.clear()
        replies._under_way.clear()
        limits.reset()

    # Messages

    def ask(self, number: int, who: str, message: Message, fate: str) -> Message:
        tabs = [tab for tab in self.tabs if (tab.who, tab.number) == (who, number)]
        tab = tabs[0] if tabs else self.come(who, number)
        answer = self.run(self.hear(tab, message, fate))
        if answer["type"] == "no" and fate != "answer lost":
            tab.take(answer["state"])
        return answer

    async def hear(self, tab: Tab, message: Message, fate: str) -> Message:
        """Send a message; the channel layer may lose what is broadcast because of it."""
        layer = get_channel_layer()
        groups = layer.groups
        if fate == "news lost":
            layer.groups = {}
        try:
            return await tab.ask(message)
        finally:
            layer.groups = groups

    # What holds

    @invariant()
    def every_page_that_has_pinged_shows_the_true_board(self) -> None:
        for tab in self.tabs:
            self.check_page(tab)

    def check_page(self, tab: Tab) -> None:
        # Tests are faster than people.
        limits.reset()
        game, room = self.games[tab.number]
        room.look()
        self.run(tab.settle())
        shown = tab.state
        assert shown["version"] == fresh(game).version
        assert (shown["cells"], shown["moves"]) == (room.cells, room.moves)
        assert (shown["status"], shown["score"]) == (room.status, room.score)
        assert shown["you"] == room.marks_of(tab.who)

    @invariant()
    def the_database_agrees_with_the_model(self) -> None:
        self.check()
        for game, room in self.games:
            assert list(game.moves.live().values_list("cell", flat=True)) == room.moves
            made = Counter(game.moves.values_list("message", flat=True))
            assert all(count == 1 for count in made.values())


@pytest.mark.django_db(transaction=True)
def test_the_sockets_agree_with_the_model():
    few = settings(SETTINGS, max_examples=15, stateful_step_count=30)
    run_state_machine_as_test(Sockets, settings=few)
