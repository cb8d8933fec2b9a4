"""Random actions of a few people in a series of games, to compare the program with its model."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from games import protocol, services
from games.engine import Mark
from games.models import Game, Player
from games.services import errors, limits
from tests.model import OTHER, Message, Room
from tests.playing import fresh, think

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
# The weight of each kind of action in the random choice.
TALK = {"play": 8, "take_back": 3, "repeat": 4, "say": 4, "end": 1}
TROUBLE = {"join": 2, "run_out": 1, "look": 1, "sweep": 1, "restart": 1}

people = st.sampled_from([*PEOPLE, *SEATED])
fates = st.sampled_from(["arrives", "arrives", "answer lost", "news lost"])
# How far the ply in a message is from the true one, mostly not at all.
shifts = st.sampled_from([0, 0, 0, 0, 0, 0, -1, -2, 1])


@st.composite
def messages(draw: st.DrawFn) -> Message:
    """A message as it is drawn; ``shift`` becomes the ply when it is sent."""
    kind = draw(st.sampled_from(["move"] * 6 + ["undo"] * 4 + ["decline", "react", "rematch"]))
    match kind:
        case "move":
            return {"type": kind, "shift": draw(shifts), "cell": draw(st.integers(0, 9))}
        case "undo" | "decline":
            return {"type": kind, "shift": draw(shifts)}
        case "react":
            return {"type": kind, "reaction": draw(st.sampled_from(protocol.REACTIONS))}
    return {"type": kind}


class Series(RuleBasedStateMachine):
    """A series of games of which the newest is played, each beside its model."""

    steps = tuple(step for step, weight in {**TALK, **TROUBLE}.items() for _ in range(weight))

    def __init__(self) -> None:
        super().__init__()
        limits.reset()
        self.players = {name: Player.objects.create(name=name.title()) for name in PEOPLE}
        self.games: list[tuple[Game, Room]] = []
        self.written: list[tuple[int, str, Message]] = []  # in which game, by whom, what

    def teardown(self) -> None:
        Game.objects.update(previous=None)
        Game.objects.all().delete()
        Player.objects.all().delete()

    def begin(self, guest: str | None, mark: Mark, control: str, **terms: int) -> None:
        game = services.create_game(
            host=self.players["alice"],
            guest=self.players[guest] if guest else None,
            mark=mark,
            control=control,
            **terms,
        )
        status = "playing" if guest else "waiting"
        seats = {mark.value: "alice", mark.opponent.value: guest}
        room = Room(seats=seats, is_timed=bool(control), status=status, **terms)
        self.games.append((game, room))

    # A single rule, as hypothesis would leave out some of several for a whole run.

    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        """Do one random action, of which most are part of ordinary play."""
        step = data.draw(st.sampled_from(self.steps))
        getattr(self, step)(data)

    # Messages

    def play(self, data: st.DataObject) -> None:
        """Make a legal move, or start a rematch if the game is over."""
        _, room = self.games[-1]
        who, free = room.seats[room.turn], [cell for cell in range(9) if cell not in room.moves]
        if room.is_playing and who in PEOPLE:
            cell = data.draw(st.sampled_from(free))
            self.send(who, {"type": "move", "shift": 0, "cell": cell}, data.draw(fates))
        elif room.status == "finished":
            self.send("alice", {"type": "rematch"}, data.draw(fates))

    def take_back(self, data: st.DataObject) -> None:
        """Let one player ask to take back, and the other one agree or decline."""
        asker, kind = data.draw(st.sampled_from("XO")), data.draw(st.sampled_from("uud"))
        asks, answers = (self.games[-1][1].seats[mark] for mark in (asker, OTHER[asker]))
        if asks in PEOPLE and answers in PEOPLE:
            self.send(asks, {"type": "undo", "shift": 0}, data.draw(fates))
            answer = {"type": "undo" if kind == "u" else "decline", "shift": 0}
            self.send(answers, answer, data.draw(fates))

    def repeat(self, data: st.DataObject) -> None:
        """Deliver a message of before, once more or for the first time."""
        had = [m for m in self.written if (m[1], m[2]) in self.games[m[0]][1].processed]
        if some := had if had and data.draw(st.booleans()) else self.written:
            self.deliver(*data.draw(st.sampled_from(some)), data.draw(fates))

    def say(self, data: st.DataObject) -> None:
        fate = data.draw(fates | st.just("held"))
        self.send(data.draw(people), data.draw(messages()), fate)

    def end(self, data: st.DataObject) -> None:
        if self.games[-1][1].ply > 3:
            self.send(data.draw(people), {"type": "resign"}, data.draw(fates))

    def send(self, who: str, message: Message, fate: str) -> None:
        """Send a message in somebody's name; unless it is ``held``, it is delivered at once."""
        if message["type"] == "rematch" and len(self.games) == GAMES:
            return
        message = {**message, "id": f"{who}{len(self.written)}"}
        if "shift" in message:
            message["ply"] = max(0, self.games[-1][1].ply + message.pop("shift"))
        self.written.append((len(self.games) - 1, who, message))
        if fate != "held":
            self.deliver(*self.written[-1], fate)

    def deliver(self, number: int, who: str, message: Message, fate: str) -> None:
        game, room = self.games[number]
        was_processed, was_late = (who, message) in room.processed, room.is_overdue
        version = fresh(game).version + was_late
        expected = room.process(who, message)
        answer = self.ask(number, who, message, fate)
        assert answer.get("code", "ok") == expected, message
        if was_processed or answer["type"] == "no":
            assert fresh(game).version == version
        if room.next and number == len(self.games) - 1:
            self.games.append((Game.objects.with_players().get(previous=game), room.next))

    def ask(self, number: int, who: str, message: Message, fate: str) -> Message:
        """Send a message to the program and return its answer."""
        raise NotImplementedError

    # Time and trouble

    def join(self, data: st.DataObject) -> None:
        game, room = self.games[-1]
        who = data.draw(people)
        expected = room.join(who)
        # Called even if it must refuse, as that too ends an overdue game.
        with nullcontext() if expected == "ok" else pytest.raises(errors.Refused):
            services.join_game(game.pk, self.players[who])

    def run_out(self, data: st.DataObject) -> None:
        game, room = self.games[-1]
        think(game, 1000)
        room.is_overdue = room.is_clock_running

    def look(self, data: st.DataObject) -> None:
        for game, room in self.games:
            room.look()
            services.bring_up_to_date(game.pk)

    def sweep(self, data: st.DataObject) -> None:
        services.end_overdue_games()
        for _, room in self.games:
            room.look()

    def restart(self, data: st.DataObject) -> None:
        raise NotImplementedError

    # What holds

    def check(self) -> None:
        """Fail unless the database holds what the model says, and nothing else."""
        for game, room in self.games:
            stored = fresh(game)
            ending = (stored.status, stored.winner, stored.reason)
            assert ending == (room.status, room.winner, room.reason)
            assert stored.record == room.moves
            assert (stored.undo_by, stored.score()) == (room.undo_by, room.score)
            seats = {mark: self.players[who] if who else None for mark, who in room.seats.items()}
            assert {mark: stored.seat(mark) for mark in "XO"} == seats
            assert bool(stored.deadline_at) == room.is_clock_running
        assert Game.objects.count() == len(self.games)
