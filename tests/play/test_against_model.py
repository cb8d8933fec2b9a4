"""The services compared with a model of the rules, over random messages and repeats."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, run_state_machine_as_test

from games import protocol
from games.ai.computer_players import LEVELS
from games.computer import replies
from games.engine import Board, Mark, play_moves
from games.models import Game, Move, Player
from games.play import errors, services
from games.presentation import snapshots
from games.sockets import commands
from tests.model import COMPUTER, OTHER, Message
from tests.playing import reload
from tests.steps import SETTINGS, Series, deliveries, openings, people


class Services(Series):
    steps = (
        *Series.steps,
        "join_or_be_refused",
        "claim",
        "reply",
        "reply",
        "start_search",
        "end_search",
        "wait",
    )

    def __init__(self) -> None:
        super().__init__()
        self.players[COMPUTER] = Player.objects.of_level(LEVELS["easy"])
        self.results: dict[str, tuple[Any, ...]] = {}
        self.pending: replies.PendingReply | None = None

    @initialize(
        guest=st.sampled_from(["bob", "bob", "bob", None, "alice", COMPUTER]),
        mark=st.sampled_from(list(Mark)),
        control=st.sampled_from(["", "3+2", "10s"]),
        allows_undo=st.sampled_from([True, True, True, False]),
        best_of=st.sampled_from([0, 3]),
        opening=openings,
    )
    def start(self, guest, mark, control, **terms) -> None:
        self.create_game(guest, mark, control, **terms)

    def request(self, number: int, who: str, message: Message, delivery: str) -> Message:
        game, model = self.games[number]
        frame = protocol.parse(json.dumps(message))
        answer = commands.answer(game.pk, self.players[who].pk, frame).message
        if answer["type"] == "no":
            assert answer["state"]["cells"] == model.cells
        return answer

    def join_or_be_refused(self, data: st.DataObject) -> None:
        game, model = self.games[-1]
        who = data.draw(people)
        expected = model.join(who)
        if expected != "ok":
            with pytest.raises(errors.Refused) as caught:
                services.join_game(game.pk, self.players[who])
            assert caught.value.code == expected
        else:
            services.join_game(game.pk, self.players[who])
            self.set_seen_at(reload(game).touched_at)

    def claim(self, data: st.DataObject) -> None:
        _, model = self.games[-1]
        result, who = data.draw(st.sampled_from(protocol.RESULTS)), data.draw(people)
        if model.ply > 3:
            self.wait(data)
            who = model.seats[OTHER[model.turn]] or who
        if who != COMPUTER:
            self.send(who, {"type": "claim", "result": result}, data.draw(deliveries))

    def wait(self, data: st.DataObject) -> None:
        game, model = self.games[-1]
        long_ago = reload(game).touched_at - timedelta(days=1, seconds=90)
        Game.objects.filter(pk=game.pk).update(touched_at=long_ago)
        self.set_seen_at(long_ago)
        model.is_kept_waiting = True

    def set_seen_at(self, at: datetime) -> None:
        self.games[-1][1].is_seen = True
        Game.objects.filter(pk=self.games[-1][0].pk).update(x_seen_at=at, o_seen_at=at)

    def restart(self, data: st.DataObject) -> None:
        deadlines = list(Game.objects.values_list("pk", "deadline_at"))
        connection.close()
        assert list(Game.objects.values_list("pk", "deadline_at")) == deadlines

    # The computer

    def reply(self, data: st.DataObject) -> None:
        replies.reply(self.games[-1][0].pk)
        self.copy_reply_to_model()

    def start_search(self, data: st.DataObject) -> None:
        self.pending = replies.pending_reply(self.games[-1][0].pk) or self.pending

    def end_search(self, data: st.DataObject) -> None:
        if self.pending:
            self.bring_up_to_date(data)
            replies.play(self.pending, replies.choose(self.pending))
            self.copy_reply_to_model()

    def copy_reply_to_model(self) -> None:
        for game, model in self.games:
            moves = snapshots.take(reload(game))["moves"]
            if len(moves) > model.ply:
                assert model.seats[model.turn] == COMPUTER
                assert moves[:-1] == model.moves
                assert moves[-1] not in model.moves
                model.play(moves[-1])

    # Invariants

    @invariant()
    def the_database_agrees_with_the_model(self) -> None:
        self.check()

    @invariant()
    def live_moves_make_the_position(self) -> None:
        live = defaultdict(list)
        for game_id, ply, cell in Move.objects.live().values_list("game_id", "ply", "cell"):
            live[game_id].append((ply, cell))
        for game, model in self.stored():
            first = len(model.opening)
            assert live[game.pk] == list(enumerate(model.moves))[first:]
            board = play_moves(Board(), model.moves)
            assert str(board) == game.position
            assert board.cells == model.cells

    @invariant()
    def no_message_plays_twice(self) -> None:
        made = Counter(Move.objects.exclude(message="").values_list("game_id", "message"))
        assert all(count == 1 for count in made.values())

    @invariant()
    def a_result_stands(self) -> None:
        for game, _ in self.stored():
            if game.is_over:
                result = (game.status, game.winner, game.reason, game.finished_at)
                assert self.results.setdefault(game.pk, result) == result


@pytest.mark.django_db(transaction=True)
def test_the_services_agree_with_the_model(monkeypatch: pytest.MonkeyPatch):
    # Hypothesis tries the beginning of a run again, in which the computer must move as before.
    monkeypatch.setattr(replies, "SystemRandom", lambda: Random(0))
    few = settings(SETTINGS, max_examples=25, stateful_step_count=40)
    run_state_machine_as_test(Services, settings=few)
