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
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import limits, presence, replies, services
from games.consumers import LIMIT
from games.engine import Mark
from games.models import Game, Player
from games.sessions import PLAYER, SessionStore
from tests.model import OTHER, Message, Room
from tests.playing import fresh, think
from tests.test_consumers import HEADERS, Browser, application
from tests.test_model_services import PEOPLE, SETTINGS, messages

T = TypeVar("T")

STRANGER = "stranger"
fates = st.sampled_from(["heard", "answer lost", "news lost"])
TABS = 5
GAMES = 3

people = st.sampled_from([*PEOPLE, *PEOPLE[:2], STRANGER])
seated = st.sampled_from(PEOPLE[:2])


class Tab:
    """A page of somebody's that shows a game, as the browser's script would."""

    def __init__(self, who: str, number: int) -> None:
        self.who = who
        self.number = number  # of the game
        self.said = 0
        self.state: Message = {"version": 0}

    async def open(self, game: Game, session: str) -> None:
        headers = [(b"cookie", f"session={session}".encode()), *HEADERS]
        self.browser = Browser(application, f"/ws/g/{game.pk}/", headers=headers)
        self.said = 0
        assert (await self.browser.connect())[0]
        while not self.state.get("id"):
            self.take(await self.browser.hear())

    def take(self, message: Message | None) -> None:
        """Keep a state if it is newer, or as new."""
        if message and "version" in message and message["version"] >= self.state["version"]:
            self.state = message

    async def ask(self, message: Message) -> Message:
        """Return the answer; what else is heard meanwhile is taken in."""
        self.said += 1
        await self.browser.send_json_to(message)
        while (heard := await self.browser.hear()).get("id") != message["id"]:
            if heard["type"] == "state":
                self.take(heard)
                if message["type"] == "sync":
                    return heard
        return heard

    async def settle(self) -> None:
        """Ping, and ask for the state if it is another, as the script does."""
        pong = await self.ask({"type": "ping", "id": "ping", "visible": True})
        if pong["version"] != self.state["version"]:
            await self.ask({"type": "sync", "id": "sync"})


class Sockets(RuleBasedStateMachine):
    """A series of games; everybody may look at any of them, in as many tabs as they like."""

    def __init__(self) -> None:
        super().__init__()
        limits.forget()
        self.players = {name: Player.objects.create(name=name.title()) for name in PEOPLE}
        self.sessions = {name: session_of(player) for name, player in self.players.items()}
        self.games: list[tuple[Game, Room]] = []
        self.tabs: list[Tab] = []
        self.written: list[tuple[int, str, Message]] = []
        self.answers: dict[str, Message] = {}
        self.loop = asyncio.new_event_loop()

    def teardown(self) -> None:
        self.go_down()
        self.loop.close()
        Game.objects.update(previous=None)
        Game.objects.all().delete()
        Player.objects.all().delete()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 20))

    @initialize(
        is_invitation=st.booleans(),
        allows_undo=st.sampled_from([True] * 5 + [False]),
        control=st.sampled_from(["", "3+2"]),
    )
    def start(self, is_invitation: bool, allows_undo: bool, control: str) -> None:
        guest = None if is_invitation else "bob"
        game = services.create_game(
            host=self.players["alice"],
            mark=Mark.X,
            guest=None if is_invitation else self.players["bob"],
            allows_undo=allows_undo,
            control=control,
        )
        room = Room({"X": "alice", "O": guest}, allows_undo, bool(control))
        room.status = "waiting" if is_invitation else "playing"
        self.games.append((game, room))
        for who in PEOPLE:
            self.come(who, 0)

    # Coming and going

    def come(self, who: str, number: int) -> Tab:
        game, room = self.games[number]
        tab = Tab(who, number)
        room.look()
        self.run(tab.open(game, self.sessions.get(who, "none")))
        self.tabs.append(tab)
        return tab

    def leave(self, tab: Tab) -> None:
        self.tabs.remove(tab)
        self.run(tab.browser.disconnect())

    @rule(who=people, how=st.sampled_from(["open", "open", "close", "lose", "lose", "restart"]))
    def come_and_go(self, who: str, how: str) -> None:
        tabs = [tab for tab in self.tabs if tab.who == who]
        if how == "restart":
            self.restart()
        elif how == "open" and len(self.tabs) < TABS:
            self.come(who, len(self.games) - 1)
        elif tabs and how == "close":
            self.leave(tabs[0])
        elif tabs:
            self.reconnect(tabs[0])

    def reconnect(self, tab: Tab) -> None:
        """Let a line break, and the same page come back by another: it keeps what it showed."""
        game, room = self.games[tab.number]
        room.look()
        self.run(tab.browser.disconnect())
        self.run(tab.open(game, self.sessions.get(tab.who, "none")))

    def restart(self) -> None:
        """Drop every socket, and all that the process remembers."""
        self.go_down()
        self.loop.close()
        self.loop = asyncio.new_event_loop()
        limits.forget()
        for tab in self.tabs:
            game, room = self.games[tab.number]
            room.look()
            self.run(tab.open(game, self.sessions.get(tab.who, "none")))

    def go_down(self) -> None:
        for tab in self.tabs:
            self.run(tab.browser.disconnect())
        self.run(get_channel_layer().flush())
        presence._rooms.clear()
        replies._under_way.clear()

    # Messages

    @rule(
        who=people,
        message=messages(),
        fate=st.sampled_from(["heard", "heard", "heard", "held", "answer lost", "news lost"]),
    )
    def act(self, who: str, message: Message, fate: str) -> None:
        self.write(who, message)
        if fate != "held" and self.written:
            self.deliver(*self.written[-1], fate)

    @rule(index=st.integers(0, 8), fate=fates)
    def play(self, index: int, fate: str) -> None:
        """Let whoever's turn it is make a move that the rules allow."""
        _, room = self.games[-1]
        who, free = room.seats[room.turn], [cell for cell in range(9) if cell not in room.moves]
        if room.is_playing and who in PEOPLE:
            cell = free[index % len(free)]
            self.act(who, {"type": "move", "shift": 0, "cell": cell}, fate)

    @rule(
        mark=st.sampled_from("XO"), answer=st.sampled_from(["undo", "undo", "decline"]), fate=fates
    )
    def take_back(self, mark: str, answer: str, fate: str) -> None:
        """Let one ask to take back, and the other answer."""
        seats = self.games[-1][1].seats
        if seats["X"] in PEOPLE and seats["O"] in PEOPLE:
            self.act(seats[mark], {"type": "undo", "shift": 0}, "heard")
            self.act(seats[OTHER[mark]], {"type": answer, "shift": 0}, fate)

    @precondition(lambda self: self.written)
    @rule(data=st.data(), fate=fates)
    def repeat(self, data: st.DataObject, fate: str) -> None:
        """Let any message arrive, for the first time or again, however late and by any tab."""
        self.deliver(*data.draw(st.sampled_from(self.heard() or self.written)), fate)

    def heard(self) -> list[tuple[int, str, Message]]:
        """Return what has had an effect so far, but for every third message."""
        had = [m for m in self.written if (m[1], m[2]) in self.games[m[0]][1].heard]
        return had if len(self.written) % 3 else []

    def write(self, who: str, message: Message) -> None:
        _, room = self.games[-1]
        message = {**message, "id": f"{who}{len(self.written)}"}
        if "shift" in message:
            message["ply"] = max(0, room.ply + message.pop("shift"))
        if message["type"] != "rematch" or len(self.games) < GAMES:
            self.written.append((len(self.games) - 1, who, message))

    def deliver(self, number: int, who: str, message: Message, fate: str) -> None:
        tab = self.tab_of(who, number)
        game, room = self.games[number]
        was_heard, version = (who, message) in room.heard, fresh(game).version
        is_overdue = room.is_overdue
        expected = room.hear(who, message)
        answer = self.run(self.say(tab, message, fate))
        assert answer.get("code", "ok") == expected
        if was_heard and not is_overdue:
            assert fresh(game).version == version
            assert answer["type"] == "ok"
        if room.next and number == len(self.games) - 1:
            self.games.append((Game.objects.with_players().get(previous=game), room.next))

    def tab_of(self, who: str, number: int) -> Tab:
        """Return a page that can say something: of those at this game, the one silent longest."""
        tabs = [tab for tab in self.tabs if (tab.who, tab.number) == (who, number)]
        return min(tabs, key=lambda tab: tab.said) if tabs else self.come(who, number)

    async def say(self, tab: Tab, message: Message, fate: str) -> Message:
        layer = get_channel_layer()
        groups = layer.groups
        if fate == "news lost":
            layer.groups = {}
        try:
            answer = await tab.ask(message)
        finally:
            layer.groups = groups
        if answer["type"] == "no" and fate != "answer lost":
            tab.take(answer["state"])
        return answer

    @rule(who=st.sampled_from(PEOPLE))
    def join(self, who: str) -> None:
        game, room = self.games[-1]
        if room.join(who) == "ok":
            services.join_game(game.pk, self.players[who])

    @precondition(lambda self: self.games[-1][1].ply > 3)
    @rule(who=seated, how=st.sampled_from(["resign", "run out", "run out", "sweep"]))
    def end(self, who: str, how: str) -> None:
        game, room = self.games[-1]
        if how == "resign":
            self.act(who, {"type": "resign"}, "heard")
        elif how == "run out":
            think(game, 1000)
            room.is_overdue = room.is_clock_running
        else:
            services.sweep()
            for _, other in self.games:
                other.look()

    # What holds

    @invariant()
    def every_page_shows_the_true_board(self) -> None:
        for tab in self.tabs:
            if tab.said + 4 > LIMIT:
                self.reconnect(tab)
            game, room = self.games[tab.number]
            room.look()
            self.run(tab.settle())
            shown, stored = tab.state, fresh(game)
            assert shown["version"] == stored.version
            assert (shown["cells"], shown["moves"]) == (room.cells, room.moves)
            assert (shown["status"], shown["score"]) == (room.status, room.score)
            assert shown["you"] == room.marks_of(tab.who)

    @invariant()
    def the_database_agrees_with_the_model(self) -> None:
        for game, room in self.games:
            stored = fresh(game)
            assert stored.snapshot()["moves"] == room.moves
            assert (stored.status, stored.winner) == (room.status, room.winner)
            assert bool(stored.deadline_at) == room.is_clock_running
            seats = {mark: self.players[who] if who else None for mark, who in room.seats.items()}
            assert {mark: stored.seat(mark) for mark in "XO"} == seats
            made = Counter(game.moves.values_list("message", flat=True))
            assert all(count == 1 for count in made.values())
        assert Game.objects.count() == len(self.games)


def session_of(player: Player) -> str:
    session = SessionStore()
    session[PLAYER] = player.pk
    session.save()
    return str(session.session_key)


@pytest.mark.django_db(transaction=True)
def test_the_sockets_agree_with_the_model():
    few = settings(SETTINGS, max_examples=20, stateful_step_count=25)
    run_state_machine_as_test(Sockets, settings=few)
