"""Sockets compared with a model, over random messages that are lost, late or repeated."""

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

from games.bus import presence
from games.computer import replies
from games.engine import Mark
from games.models import Game
from games.play import limiters
from tests.model import Message
from tests.playing import reload
from tests.sessions import cookie_header, session_key
from tests.sockets.sockets import GameSocket
from tests.steps import PEOPLE, SETTINGS, STRANGER, Series, openings

T = TypeVar("T")

TABS = 5


class Tab:
    def __init__(self, who: str, number: int) -> None:
        self.who = who
        self.number = number  # of the game
        self.state: Message = {"version": 0}

    async def open(self, game: Game, session: str) -> None:
        self.socket = GameSocket(game.pk, cookie_header(session))
        assert (await self.socket.connect())[0]

    def update(self, state: Message) -> None:
        if state["version"] >= self.state["version"]:
            self.state = state

    async def request(self, message: Message) -> Message:
        await self.socket.send_json_to(message)
        while (answer := await self.socket.receive()).get("id") != message["id"]:
            if answer["type"] == "state":
                self.update(answer)
        return answer

    async def synchronize(self) -> None:
        pong = await self.ping()
        if pong["version"] != self.state["version"]:
            # The answer is a state like any other, so the next answer comes after it.
            await self.socket.send_json_to({"type": "sync", "id": "sync"})
            await self.ping()

    async def ping(self) -> Message:
        return await self.request({"type": "ping", "id": "ping", "visible": True})


class Sockets(Series):
    steps = (*Series.steps, "open", "open", "close", "reconnect_any", "reconnect_any")

    def __init__(self) -> None:
        super().__init__()
        self.sessions = {name: session_key(player) for name, player in self.players.items()}
        self.tabs: list[Tab] = []
        self.loop = asyncio.new_event_loop()

    def teardown(self) -> None:
        self.shut_down()
        super().teardown()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 20))

    @initialize(
        guest=st.sampled_from(["bob", "bob", None]),
        control=st.sampled_from(["", "3+2"]),
        allows_undo=st.sampled_from([True, True, True, False]),
        opening=openings,
    )
    def start(self, guest: str | None, control: str, **terms: Any) -> None:
        self.create_game(guest, Mark.X, control, **terms)
        for who in PEOPLE:
            self.open_tab(who, 0)

    # Tabs

    def open(self, data: st.DataObject) -> None:
        if len(self.tabs) < TABS:
            who = data.draw(st.sampled_from([*PEOPLE, STRANGER]))
            self.open_tab(who, data.draw(st.integers(0, len(self.games) - 1)))

    def close(self, data: st.DataObject) -> None:
        if self.tabs:
            tab = data.draw(st.sampled_from(self.tabs))
            self.tabs.remove(tab)
            self.run(tab.socket.disconnect())

    def reconnect_any(self, data: st.DataObject) -> None:
        if self.tabs:
            self.reconnect(data.draw(st.sampled_from(self.tabs)))

    def restart(self, data: st.DataObject) -> None:
        self.shut_down()
        self.loop = asyncio.new_event_loop()
        for tab in self.tabs:
            self.connect(tab)

    def open_tab(self, who: str, number: int) -> Tab:
        tab = Tab(who, number)
        self.tabs.append(tab)
        self.connect(tab)
        return tab

    def reconnect(self, tab: Tab) -> None:
        self.run(tab.socket.disconnect())
        self.connect(tab)

    def connect(self, tab: Tab) -> None:
        game, model = self.games[tab.number]
        model.end_if_overdue()
        self.run(tab.open(game, self.sessions.get(tab.who, "none")))

    def shut_down(self) -> None:
        for tab in self.tabs:
            self.run(tab.socket.disconnect())
        self.run(get_channel_layer().flush())
        self.loop.close()
        presence._rooms.clear()
        replies._under_way.clear()
        limiters.reset()

    # Messages

    def request(self, number: int, who: str, message: Message, delivery: str) -> Message:
        tabs = [tab for tab in self.tabs if (tab.who, tab.number) == (who, number)]
        tab = tabs[0] if tabs else self.open_tab(who, number)
        answer = self.run(self.deliver_message(tab, message, delivery))
        if answer["type"] == "no" and delivery != "answer lost":
            tab.update(answer["state"])
        return answer

    async def deliver_message(self, tab: Tab, message: Message, delivery: str) -> Message:
        layer = get_channel_layer()
        groups = layer.groups
        if delivery == "broadcast lost":
            layer.groups = {}
        try:
            return await tab.request(message)
        finally:
            layer.groups = groups

    # Invariants

    @invariant()
    def every_page_that_has_pinged_shows_the_true_board(self) -> None:
        for tab in self.tabs:
            self.check_page(tab)

    def check_page(self, tab: Tab) -> None:
        # Tests are faster than people.
        limiters.reset()
        game, model = self.games[tab.number]
        model.end_if_overdue()
        self.run(tab.synchronize())
        shown = tab.state
        assert shown["version"] == reload(game).version
        assert (shown["cells"], shown["moves"]) == (model.cells, model.moves)
        assert (shown["status"], shown["score"]) == (model.status, model.score)
        assert shown["you"] == model.marks_of(tab.who)

    @invariant()
    def the_database_agrees_with_the_model(self) -> None:
        self.check()
        for game, model in self.games:
            moves = list(game.moves.all())
            live = [move.cell for move in moves if move.undone_at is None]
            assert [*model.opening, *live] == model.moves
            made = Counter(move.message for move in moves)
            assert all(count == 1 for count in made.values())


@pytest.mark.django_db(transaction=True)
def test_the_sockets_agree_with_the_model():
    few = settings(SETTINGS, max_examples=15, stateful_step_count=30)
    run_state_machine_as_test(Sockets, settings=few)
