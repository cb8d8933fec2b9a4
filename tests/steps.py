"""Random actions of a few people in a series of games, to compare the program with its model."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from games import protocol
from games.engine import Mark
from games.models import Game, Player
from games.play import errors, limiters, services
from tests.model import OTHER, GameModel, Message
from tests.playing import reload, use_time

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
OTHER_STEPS = {"join": 2, "run_out_of_time": 1, "bring_up_to_date": 1, "sweep": 1, "restart": 1}

people = st.sampled_from([*PEOPLE, *SEATED])
deliveries = st.sampled_from(["delivered", "twice", "answer lost", "broadcast lost"])
# What is added to the true ply of a message, mostly nothing.
ply_offsets = st.sampled_from([0, 0, 0, 0, 0, 0, -1, -2, 1])


@st.composite
def messages(draw: st.DrawFn) -> Message:
    others = ["decline", "draw", "decline_draw", "react", "rematch"]
    kind = draw(st.sampled_from(["move"] * 6 + ["undo"] * 4 + others))
    match kind:
        case "move":
            return {"type": kind, "ply_offset": draw(ply_offsets), "cell": draw(st.integers(0, 9))}
        case "undo" | "decline" | "draw" | "decline_draw":
            return {"type": kind, "ply_offset": draw(ply_offsets)}
        case "react":
            return {"type": kind, "reaction": draw(st.sampled_from(protocol.REACTIONS))}
    return {"type": kind}


class Series(RuleBasedStateMachine):
    steps = tuple(
        step for step, weight in {**MESSAGE_STEPS, **OTHER_STEPS}.items() for _ in range(weight)
    )

    def __init__(self) -> None:
        super().__init__()
        limiters.reset()
        self.players = {name: Player.objects.create(name=name.title()) for name in PEOPLE}
        self.games: list[tuple[Game, GameModel]] = []
        self.sent_messages: list[tuple[int, str, Message]] = []  # in which game, by whom, what

    def teardown(self) -> None:
        Game.objects.update(previous=None)
        Game.objects.all().delete()
        Player.objects.all().delete()

    def create_game(self, guest: str | None, mark: Mark, control: str, **terms: Any) -> None:
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
        step = data.draw(st.sampled_from(self.steps))
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

    def request(self, number: int, who: str, message: Message, delivery: str) -> Message:
        raise NotImplementedError

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

    def restart(self, data: st.DataObject) -> None:
        raise NotImplementedError

    # Checks

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
