"""The services against a model of them: whatever is asked, and however often, they agree."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import answers, limits, protocol, refusals, replies, services
from games.ai.levels import LEVELS
from games.engine import Board, Mark
from games.models import Game, Player
from tests.model import COMPUTER, OTHER, Message, Room
from tests.playing import fresh, think

PEOPLE = ("alice", "bob", "charlie")  # the last of them has no seat, unless quick to join
GAMES = 4
settings.register_profile(
    "the same each time",
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # to shrink what failed would take minutes
    suppress_health_check=list(HealthCheck),
)
SETTINGS = settings(
    settings.get_profile("the same each time"), max_examples=30, stateful_step_count=40
)

people = st.sampled_from([*PEOPLE, *PEOPLE[:2]])
cells = st.sampled_from([*range(9), *range(9), 9])
shifts = st.sampled_from([0, 0, 0, 0, 0, 0, -1, -2, 1])  # of the ply that a message is about


@st.composite
def messages(draw: st.DrawFn) -> Message:
    """What somebody asks for; ``shift`` becomes the ply when it is written."""
    kind = draw(st.sampled_from(["move"] * 8 + ["undo"] * 4 + ["decline", "react", "rematch"]))
    match kind:
        case "move":
            return {"type": kind, "shift": draw(shifts), "cell": draw(cells)}
        case "undo" | "decline":
            return {"type": kind, "shift": draw(shifts)}
        case "react":
            return {"type": kind, "reaction": draw(st.sampled_from(protocol.REACTIONS))}
    return {"type": kind}


endings = st.sampled_from(
    [{"type": "resign"}, {"type": "claim", "result": "win"}, {"type": "claim", "result": "draw"}]
)


class Services(RuleBasedStateMachine):
    """A series of games among a few people, the newest of them being played."""

    def __init__(self) -> None:
        super().__init__()
        limits.forget()
        self.players = {name: Player.objects.create(name=name.title()) for name in PEOPLE}
        self.players[COMPUTER] = Player.objects.of_level(LEVELS["easy"])
        self.games: list[tuple[Game, Room]] = []
        self.written: list[tuple[int, str, Message]] = []  # which game, who, what
        self.results: dict[str, tuple[Any, ...]] = {}
        self.due: replies.Due | None = None

    def teardown(self) -> None:
        Game.objects.update(previous=None)
        Game.objects.all().delete()
        Player.objects.all().delete()

    @initialize(
        guest=st.sampled_from(["bob", "bob", "bob", None, "alice", COMPUTER]),
        mark=st.sampled_from(list(Mark)),
        allows_undo=st.sampled_from([True] * 5 + [False]),
        control=st.sampled_from(["", "3+2", "10s"]),
        best_of=st.sampled_from([0, 3]),
    )
    def start(self, guest, mark, allows_undo, control, best_of) -> None:
        game = services.create_game(
            host=self.players["alice"],
            guest=self.players[guest] if guest else None,
            mark=mark,
            allows_undo=allows_undo,
            control=control,
            best_of=best_of,
        )
        room = Room(
            seats={mark: "alice", mark.opponent: guest},
            allows_undo=allows_undo,
            is_timed=bool(control),
            best_of=best_of,
            status="playing" if guest else "waiting",
        )
        self.games.append((game, room))

    # Messages

    @rule(who=people, message=messages(), is_held=st.sampled_from([False] * 5 + [True]))
    def act(self, who: str, message: Message, is_held: bool) -> None:
        """Let somebody write a message, which arrives at once unless it is held up."""
        self.write(who, message)
        if not is_held and self.written:
            self.deliver(*self.written[-1])

    @rule(index=st.integers(0, 8))
    def play(self, index: int) -> None:
        """Let whoever's turn it is make a move that the rules allow."""
        _, room = self.games[-1]
        who, free = room.seats[room.turn], [cell for cell in range(9) if cell not in room.moves]
        if room.is_playing and who in PEOPLE:
            cell = free[index % len(free)]
            self.act(who, {"type": "move", "shift": 0, "cell": cell}, False)

    @rule(mark=st.sampled_from("XO"), answer=st.sampled_from(["undo", "undo", "decline"]))
    def take_back(self, mark: str, answer: str) -> None:
        """Let one ask to take back, and the other answer."""
        seats = self.games[-1][1].seats
        if seats["X"] in PEOPLE and seats["O"] in PEOPLE:
            self.act(seats[mark], {"type": "undo", "shift": 0}, False)
            self.act(seats[OTHER[mark]], {"type": answer, "shift": 0}, False)

    @precondition(lambda self: self.games[-1][1].ply > 3)
    @rule(who=people, message=endings, is_late=st.booleans())
    def end(self, who: str, message: Message, is_late: bool) -> None:
        if is_late:
            self.wait()
        self.act(who, message, False)

    @precondition(lambda self: self.written)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """Let any message arrive, for the first time or again, however late."""
        self.deliver(*data.draw(st.sampled_from(self.heard() or self.written)))

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

    def deliver(self, number: int, who: str, message: Message) -> None:
        game, room = self.games[number]
        if who == COMPUTER:
            return
        is_again = (who, message) in room.heard
        version = services.find_game(game.pk).version
        expected, had_next = room.hear(who, message), len(self.games)
        heard = answers.answer(
            game.pk, self.players[who].pk, protocol.parse(json.dumps(message))
        ).message
        assert heard.get("code", "ok") == expected
        if heard["type"] == "no":
            assert heard["state"]["cells"] == room.cells
        if is_again or heard["type"] == "no":
            assert fresh(game).version == version
        if room.next and number == had_next - 1:
            self.games.append((Game.objects.with_players().get(previous=game), room.next))

    @rule(who=people)
    def join(self, who: str) -> None:
        game, room = self.games[-1]
        expected = room.join(who)
        try:
            services.join_game(game.pk, self.players[who])
            code = "ok"
        except refusals.Refused as refusal:
            code = refusal.code
        assert code == expected

    # The computer

    @rule()
    def reply(self) -> None:
        replies.reply(self.games[-1][0].pk)
        self.see_reply()

    @rule()
    def search(self) -> None:
        self.due = replies.due(self.games[-1][0].pk) or self.due

    @precondition(lambda self: self.due)
    @rule()
    def find(self) -> None:
        """Let a search end, whatever has become of the board meanwhile."""
        assert self.due
        for game, room in self.games:
            if game.pk == self.due.game_id:
                room.look()
        replies.play(self.due, replies.choose(self.due))
        self.see_reply()

    def see_reply(self) -> None:
        for game, room in self.games:
            moves = fresh(game).snapshot()["moves"]
            if len(moves) > room.ply:
                assert room.seats[room.turn] == COMPUTER
                assert moves[:-1] == room.moves
                assert moves[-1] not in room.moves
                room.play(moves[-1])

    # Time and trouble

    @rule(how=st.sampled_from(["run out", "wait", "look", "sweep", "restart", "restart"]))
    def pass_time(self, how: str) -> None:
        if how in ("run out", "wait"):
            self.run_out() if how == "run out" else self.wait()
        elif how == "restart":
            self.restart()
        else:
            self.look(is_sweep=how == "sweep")

    def run_out(self) -> None:
        game, room = self.games[-1]
        think(game, 1000)
        room.is_overdue = room.is_clock_running

    def wait(self) -> None:
        game, room = self.games[-1]
        long_ago = fresh(game).touched_at - services.DOUBLE_CLICK * 3
        Game.objects.filter(pk=game.pk).update(touched_at=long_ago)
        room.is_kept_waiting = True

    def look(self, *, is_sweep: bool) -> None:
        for game, room in self.games:
            room.look()
            services.sweep() if is_sweep else services.find_game(game.pk)

    def restart(self) -> None:
        deadlines = list(Game.objects.values_list("pk", "deadline_at"))
        connection.close()
        assert list(Game.objects.values_list("pk", "deadline_at")) == deadlines

    # What holds

    @invariant()
    def the_database_agrees_with_the_model(self) -> None:
        for game, room in self.games:
            stored = fresh(game)
            names = {mark: stored.seat(mark) for mark in Mark}
            assert stored.snapshot()["cells"] == room.cells
            assert stored.snapshot()["moves"] == room.moves
            assert (stored.status, stored.winner, stored.reason) == (
                room.status,
                room.winner,
                room.reason,
            )
            assert stored.undo_by == room.undo_by
            assert stored.score() == room.score
            assert names == {
                Mark(mark): self.players[who] if who else None for mark, who in room.seats.items()
            }
            assert bool(stored.deadline_at) == room.is_clock_running

    @invariant()
    def live_moves_make_the_position(self) -> None:
        for game, _ in self.games:
            live = list(game.moves.live().values_list("ply", "cell"))
            assert [ply for ply, _ in live] == list(range(len(live)))
            board = Board()
            for _, cell in live:
                board = board.play(cell)
            assert str(board) == fresh(game).position

    @invariant()
    def no_message_plays_twice(self) -> None:
        for game, _ in self.games:
            made = Counter(game.moves.exclude(message="").values_list("message", flat=True))
            assert all(count == 1 for count in made.values())

    @invariant()
    def a_result_stands(self) -> None:
        for game, _ in self.games:
            stored = fresh(game)
            if stored.is_over:
                result = (stored.status, stored.winner, stored.reason, stored.finished_at)
                assert self.results.setdefault(game.pk, result) == result

    @invariant()
    def there_is_one_next_game_at_most(self) -> None:
        assert Game.objects.count() == len(self.games)


@pytest.mark.django_db(transaction=True)
def test_the_services_agree_with_the_model():
    run_state_machine_as_test(Services, settings=SETTINGS)
