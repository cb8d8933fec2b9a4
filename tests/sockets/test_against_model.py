"""Sockets compared with a model, over random messages that are lost, late or repeated."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import nullcontext
from typing import Any, TypeVar

import pytest
from channels.layers import get_channel_layer
from django.db import connection
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from games.bus import presence
from games.computer import replies
from games.engine import Mark
from games.models import Game, Player
from games.people.friends.chat import PICTURES
from games.play import errors, limiters, services
from tests.playing import reload, use_time
from tests.sessions import cookie_header, session_key
from tests.sockets.model import OTHER, GameModel, Message
from tests.sockets.sockets import GameSocket

T = TypeVar("T")

TABS = 5
SEATED = ("alice", "bob")
PEOPLE = (*SEATED, "charlie")  # charlie has no seat, unless he joins before bob
STRANGER = "stranger"
GAMES = 4
SETTINGS = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # to shrink what failed would take minutes
    suppress_health_check=list(HealthCheck),
)
openings = st.sampled_from([(), (), (), (4,), (0, 4), (0, 4, 8)])
# The weight of each kind of action in the random choice.
MESSAGE_STEPS = {"play": 8, "undo": 3, "draw": 1, "repeat": 4, "send_any": 4, "resign": 1}
OTHER_STEPS = {
    "open": 2,
    "close": 1,
    "reconnect_any": 2,
    "join": 2,
    "run_out_of_time": 1,
    "bring_up_to_date": 1,
    "sweep": 1,
    "restart": 1,
}

people = st.sampled_from([*PEOPLE, *SEATED])
deliveries = st.sampled_from(["delivered", "twice", "answer lost", "broadcast lost"])
# What is added to the true ply of a message, mostly nothing.
ply_offsets = st.sampled_from([0, 0, 0, 0, 0, 0, -1, -2, 1])


@st.composite
def messages(draw: st.DrawFn) -> Message:
    others = ["decline", "draw", "decline_draw", "say", "rematch"]
    kind = draw(st.sampled_from(["move"] * 6 + ["undo"] * 4 + others))
    match kind:
        case "move":
            return {"type": kind, "ply_offset": draw(ply_offsets), "cell": draw(st.integers(0, 9))}
        case "undo" | "decline" | "draw" | "decline_draw":
            return {"type": kind, "ply_offset": draw(ply_offsets)}
        case "say":
            return {"type": kind, "text": draw(st.sampled_from(list(PICTURES)))}
    return {"type": kind}


STEPS = [step for step, weight in {**MESSAGE_STEPS, **OTHER_STEPS}.items() for _ in range(weight)]


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


class Sockets(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        limiters.reset()
        self.players = {name: Player.objects.create(name=name.title()) for name in PEOPLE}
        self.games: list[tuple[Game, GameModel]] = []
        self.sent_messages: list[tuple[int, str, Message]] = []  # in which game, by whom, what
        self.sessions = {name: session_key(player) for name, player in self.players.items()}
        self.tabs: list[Tab] = []
        self.loop = asyncio.new_event_loop()

    def teardown(self) -> None:
        self.shut_down()
        Game.objects.update(previous=None)
        Game.objects.all().delete()
        Player.objects.all().delete()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 20))

    @initialize(
        mark=st.sampled_from(list(Mark)),
        best_of=st.sampled_from([0, 0, 3]),
        guest=st.sampled_from(["bob", "bob", None]),
        control=st.sampled_from(["", "3+2"]),
        allows_undo=st.sampled_from([True, True, True, False]),
        opening=openings,
    )
    def start(self, guest: str | None, mark: Mark, control: str, **terms) -> None:
        self.create_game(guest, mark, control, **terms)
        for who in PEOPLE:
            self.open_tab(who, 0)

    def create_game(self, guest: str | None, mark: Mark, control: str, **terms) -> None:
        game = services.create_game(
            host=self.players["alice"],
            guest=self.players[guest] if guest else None,
            mark=mark,
            control=control,
            **terms,
        )
        status = "playing" if guest else "waiting"
        seats = {mark.value: "alice", mark.opponent.value: guest}
        model = GameModel(seats=seats, is_timed=bool(control), status=status, **terms)
        self.games.append((game, model))

    # A single rule, as hypothesis would leave out some of several for a whole run.

    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        step = data.draw(st.sampled_from(STEPS))
        getattr(self, step)(data)

    # Messages

    def play(self, data: st.DataObject) -> None:
        _, model = self.games[-1]
        who, free = model.seats[model.turn], [cell for cell in range(9) if cell not in model.moves]
        if model.is_playing and who in PEOPLE:
            cell = data.draw(st.sampled_from(free))
            self.send(who, {"type": "move", "ply_offset": 0, "cell": cell}, data.draw(deliveries))
        elif model.status == "finished":
            self.send("alice", {"type": "rematch"}, data.draw(deliveries))

    def undo(self, data: st.DataObject) -> None:
        asker, kind = data.draw(st.sampled_from("XO")), data.draw(st.sampled_from("uud"))
        asks, answers = (self.games[-1][1].seats[mark] for mark in (asker, OTHER[asker]))
        if asks in PEOPLE and answers in PEOPLE:
            offset = data.draw(st.sampled_from([0, 0, -1]))  # it may cross the other's move
            self.send(asks, {"type": "undo", "ply_offset": offset}, data.draw(deliveries))
            answer = {"type": "undo" if kind == "u" else "decline", "ply_offset": 0}
            self.send(answers, answer, data.draw(deliveries))

    def draw(self, data: st.DataObject) -> None:
        offers, answers = data.draw(st.permutations(SEATED))
        self.send(offers, {"type": "draw", "ply_offset": 0}, data.draw(deliveries))
        kind = data.draw(st.sampled_from(["draw", "decline_draw", "decline_draw"]))
        self.send(answers, {"type": kind, "ply_offset": 0}, data.draw(deliveries))

    def repeat(self, data: st.DataObject) -> None:
        had = [m for m in self.sent_messages if (m[1], m[2]) in self.games[m[0]][1].processed]
        if some := had if had and data.draw(st.booleans()) else self.sent_messages:
            self.deliver(*data.draw(st.sampled_from(some)), data.draw(deliveries))

    def send_any(self, data: st.DataObject) -> None:
        delivery = data.draw(deliveries | st.just("held back"))
        self.send(data.draw(people), data.draw(messages()), delivery)

    def resign(self, data: st.DataObject) -> None:
        if self.games[-1][1].ply > 3:
            self.send(data.draw(people), {"type": "resign"}, data.draw(deliveries))

    def send(self, who: str, message: Message, delivery: str) -> None:
        if message["type"] == "rematch" and len(self.games) == GAMES:
            return
        message = {**message, "id": f"{who}{len(self.sent_messages)}"}
        if "ply_offset" in message:
            message["ply"] = max(0, self.games[-1][1].ply + message.pop("ply_offset"))
        self.sent_messages.append((len(self.games) - 1, who, message))
        for _ in range({"held back": 0, "twice": 2}.get(delivery, 1)):
            self.deliver(*self.sent_messages[-1], delivery)

    def deliver(self, number: int, who: str, message: Message, delivery: str) -> None:
        game, model = self.games[number]
        was_processed, was_late = (who, message) in model.processed, model.is_overdue
        version = reload(game).version + was_late
        expected = model.process(who, message)
        answer = self.request(number, who, message, delivery)
        assert (answer.get("code", "ok"), message) == (expected, message)
        if was_processed or answer["type"] == "no":
            assert reload(game).version == version
        if model.next and number == len(self.games) - 1:
            self.games.append((Game.objects.with_players().get(previous=game), model.next))

    # Other steps

    def join(self, data: st.DataObject) -> None:
        game, model = self.games[-1]
        who = data.draw(people)
        expected = model.join(who)
        # Called even if it must refuse, as that too ends an overdue game.
        with nullcontext() if expected == "ok" else pytest.raises(errors.Refused):
            services.join_game(game.pk, self.players[who])

    def run_out_of_time(self, data: st.DataObject) -> None:
        game, model = self.games[-1]
        use_time(game, 1000)
        model.is_overdue = model.is_clock_running

    def bring_up_to_date(self, data: st.DataObject) -> None:
        for game, model in self.games:
            model.end_if_overdue()
            services.bring_up_to_date(game.pk)

    def sweep(self, data: st.DataObject) -> None:
        services.end_overdue_games()
        for _, model in self.games:
            model.end_if_overdue()

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

    def stored(self) -> list[tuple[Game, GameModel]]:
        games = Game.objects.with_players().in_bulk([game.pk for game, _ in self.games])
        return [(games[game.pk], model) for game, model in self.games]

    def check(self) -> None:
        for stored, model in self.stored():
            ending = (stored.status, stored.winner, stored.reason)
            assert ending == (model.status, model.winner, model.reason)
            assert stored.record == model.moves
            assert stored.record[: stored.start_ply] == list(model.opening)
            assert stored.score() == model.score
            assert stored.request("undo")["by"] == (model.undo_by or None)
            draw, is_declined = stored.request("draw"), model.is_draw_declined and model.is_playing
            assert (draw["by"], draw["is_declined"]) == (model.draw_by or None, is_declined)
            seats = {mark: self.players[who] if who else None for mark, who in model.seats.items()}
            assert {mark: stored.seat(mark) for mark in "XO"} == seats
            assert bool(stored.deadline_at) == model.is_clock_running
        assert Game.objects.count() == len(self.games)

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
    examples = 8 if connection.vendor == "sqlite" else 4  # which take five times as long
    few = settings(SETTINGS, max_examples=examples, stateful_step_count=30)
    run_state_machine_as_test(Sockets, settings=few)
