"""Moves that are taken back: asked for, granted, refused, and messages that come late."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async as database

from games import services
from games.engine import Mark
from games.models import Game, Player
from games.presentation import snapshots
from games.realtime import replies
from games.services import errors
from tests.playing import X_WINS, fresh, play
from tests.realtime.sockets import connected

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    """Alice plays X, Bob plays O."""
    return services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)


@pytest.fixture
def against_computer(alice: Player, computer: Player) -> Game:
    return services.create_game(host=alice, mark=Mark.X, guest=computer, allows_undo=True)


@pytest.fixture
def shared(alice: Player) -> Game:
    return services.create_game(host=alice, mark=Mark.X, guest=alice, allows_undo=True)


def moves(game: Game) -> list[int]:
    return snapshots.take(fresh(game))["moves"]


def undone(game: Game, asker: Player, other: Player) -> Game:
    """Let one ask and the other agree."""
    asked = services.undo(game.pk, asker.pk, ply=fresh(game).ply, message_id="ask")
    return services.undo(game.pk, other.pk, ply=asked.ply, message_id="yes")


# Between two people


def test_asking_takes_nothing_back_and_shows_who_asks(game: Game, alice: Player, bob: Player):
    play(game, 0, 4)
    assert snapshots.state_for(fresh(game), alice.pk)["may_undo"]
    asked = services.undo(game.pk, alice.pk, ply=2)
    assert snapshots.summary(asked)["undo"] == {"by": "X", "is_declined": False}
    assert moves(game) == [0, 4]
    assert not any(snapshots.state_for(asked, player.pk)["may_undo"] for player in (alice, bob))


@pytest.mark.parametrize(
    ("played", "asker", "left"),
    [
        ((0,), "alice", []),
        ((0, 4), "alice", []),
        ((0, 4), "bob", [0]),
        ((0, 4, 8), "alice", [0, 4]),
        ((0, 4, 8), "bob", [0]),
    ],
)
def test_agreeing_goes_back_to_before_the_askers_last_move(request, game, played, asker, left):
    play(game, *played)
    people = [request.getfixturevalue(name) for name in ("alice", "bob")]
    if asker == "bob":
        people.reverse()
    after = undone(game, *people)
    assert moves(game) == left
    assert after.seat(after.turn) == people[0]
    assert snapshots.summary(after)["undo"] == {"by": None, "is_declined": False}


def test_what_was_taken_back_stays_in_the_record(game: Game, alice: Player, bob: Player):
    undone(play(game, 0, 4), alice, bob)
    assert game.moves.count() == 2
    assert not game.moves.live().exists()
    play(game, 0, 4, 8)
    assert moves(game) == [0, 4, 8]


def test_declining_leaves_the_board_and_may_not_be_asked_again_until_the_next_move(
    game: Game, alice: Player, bob: Player
):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    declined = services.decline(game.pk, bob.pk, ply=1)
    assert snapshots.summary(declined)["undo"] == {"by": None, "is_declined": True}
    assert not snapshots.state_for(declined, alice.pk)["may_undo"]
    with pytest.raises(errors.UndoDeclined):
        services.undo(game.pk, alice.pk, ply=1)
    assert moves(game) == [0]
    play(game, 4)
    assert services.undo(game.pk, alice.pk, ply=2).undo_by == "X"


def test_the_asker_may_think_again(game: Game, alice: Player):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    assert services.decline(game.pk, alice.pk, ply=1).undo_by == ""


def test_asking_may_cross_the_answer_to_the_move(game: Game, alice: Player):
    play(game, 0, 4)
    assert services.undo(game.pk, alice.pk, ply=1).undo_by == "X"


def test_on_a_shared_screen_a_late_request_takes_nothing_back(shared: Game, alice: Player):
    play(shared, 0, 4)
    with pytest.raises(errors.StaleMove):
        services.undo(shared.pk, alice.pk, ply=1)
    assert moves(shared) == [0, 4]


def test_asking_is_no_yes_to_what_the_other_asks_for_meanwhile(game: Game, alice, bob):
    play(game, 0, 4)
    services.undo(game.pk, bob.pk, ply=2)
    with pytest.raises(errors.StaleMove):
        services.undo(game.pk, alice.pk, ply=1)
    assert moves(game) == [0, 4]


@pytest.mark.parametrize("asker", ["alice", "bob"])
def test_to_move_is_an_answer_too(request, game: Game, asker: str):
    play(game, 0, 4)
    services.undo(game.pk, request.getfixturevalue(asker).pk, ply=2)
    assert snapshots.summary(play(game, 8))["undo"] == {"by": None, "is_declined": False}


def test_the_end_of_a_game_ends_the_asking(game: Game, alice: Player):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    assert services.resign(game.pk, alice.pk).undo_by == ""


# At once


def test_against_the_computer_a_full_turn_goes_back_at_once(against_computer: Game, alice: Player):
    play(against_computer, 0, 4)
    after = services.undo(against_computer.pk, alice.pk, ply=2)
    assert (moves(after), after.seat(after.turn)) == ([], alice)


def test_an_answer_of_the_computers_that_was_not_seen_yet_goes_back_too(
    against_computer: Game, alice: Player
):
    play(against_computer, 0, 4)
    assert moves(services.undo(against_computer.pk, alice.pk, ply=1)) == []
    play(against_computer, 0, 4, 8, 2)
    with pytest.raises(errors.StaleMove):
        services.undo(against_computer.pk, alice.pk, ply=2)


def test_while_the_computer_thinks_the_own_move_goes_back(against_computer: Game, alice: Player):
    play(against_computer, 0, 4, 8)
    after = services.undo(against_computer.pk, alice.pk, ply=3)
    assert moves(after) == [0, 4]


def test_a_reply_to_what_was_taken_back_is_dropped(against_computer: Game, alice: Player):
    play(against_computer, 0)
    pending = replies.pending_reply(against_computer.pk)
    assert pending
    services.undo(against_computer.pk, alice.pk, ply=1)
    replies.play(pending, 4)
    assert moves(against_computer) == []
    play(against_computer, 8)
    replies.play(pending, 4)
    assert moves(against_computer) == [8]


def test_the_computer_has_nothing_to_say_to_it(against_computer: Game, alice: Player):
    play(against_computer, 0, 4)
    with pytest.raises(errors.NoUndoRequest):
        services.decline(against_computer.pk, alice.pk, ply=2)


def test_on_a_shared_screen_moves_go_back_one_by_one(shared: Game, alice: Player):
    play(shared, 0, 4, 8)
    for left in ([0, 4], [0], []):
        services.undo(shared.pk, alice.pk, ply=fresh(shared).ply)
        assert moves(shared) == left
    with pytest.raises(errors.NothingToUndo):
        services.undo(shared.pk, alice.pk, ply=0)


# Refusals


@pytest.mark.parametrize(
    ("who", "ply", "refusal"),
    [
        ("charlie", 1, errors.NotYourGame),
        ("bob", 1, errors.NothingToUndo),
        ("alice", 0, errors.StaleMove),
        ("alice", 2, errors.StaleMove),
    ],
)
def test_it_refuses_to_ask(request, game: Game, who: str, ply: int, refusal):
    before = play(game, 0)
    with pytest.raises(refusal):
        services.undo(game.pk, request.getfixturevalue(who).pk, ply=ply)
    assert fresh(game).version == before.version


def test_it_refuses_where_it_was_not_agreed_on(alice: Player, bob: Player, computer: Player):
    for guest in (alice, bob, computer):
        strict = services.create_game(host=alice, mark=Mark.X, guest=guest)
        play(strict, 0)
        assert not snapshots.state_for(fresh(strict), alice.pk)["may_undo"]
        with pytest.raises(errors.NoUndo):
            services.undo(strict.pk, alice.pk, ply=1)


def test_it_refuses_before_the_beginning_and_after_the_end(game: Game, alice: Player, bob: Player):
    waiting = services.create_game(host=alice, mark=Mark.X, allows_undo=True)
    closed = services.create_game(host=alice, mark=Mark.X, allows_undo=True)
    services.withdraw(closed.pk, alice.pk)
    over = play(game, *X_WINS)
    assert not snapshots.state_for(over, bob.pk)["may_undo"]
    expected = [
        (waiting, errors.NotStarted),
        (closed, errors.Closed),
        (over, errors.GameOver),
    ]
    for refused, refusal in expected:
        for change in (services.undo, services.decline):
            with pytest.raises(refusal):
                change(refused.pk, alice.pk, ply=refused.ply)


def test_there_is_nothing_to_decline_unless_somebody_asks(game, alice, bob, charlie):
    play(game, 0)
    with pytest.raises(errors.NoUndoRequest):
        services.decline(game.pk, bob.pk, ply=1)
    services.undo(game.pk, alice.pk, ply=1)
    with pytest.raises(errors.NotYourGame):
        services.decline(game.pk, charlie.pk, ply=1)
    with pytest.raises(errors.NoUndoRequest):
        services.decline(game.pk, bob.pk, ply=0)
    assert fresh(game).undo_by == "X"


# Twice, and late


def test_asking_twice_is_asking_once(game: Game, alice: Player):
    play(game, 0)
    asked = services.undo(game.pk, alice.pk, ply=1, message_id="a")
    for message in ("a", "b", ""):
        assert services.undo(game.pk, alice.pk, ply=1, message_id=message).version == asked.version


def test_agreeing_twice_takes_back_once(game: Game, alice: Player, bob: Player):
    after = undone(play(game, 0, 4, 8), alice, bob)
    again = services.undo(game.pk, bob.pk, ply=3, message_id="yes")
    assert again.version == after.version
    play(game, 7)  # now there are three moves again
    services.undo(game.pk, bob.pk, ply=3, message_id="yes")
    assert moves(game) == [0, 4, 7]
    assert fresh(game).undo_by == ""


def test_declining_twice_changes_nothing(game: Game, alice: Player, bob: Player):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    declined = services.decline(game.pk, bob.pk, ply=1)
    assert services.decline(game.pk, bob.pk, ply=1).version == declined.version


def test_an_answer_that_comes_after_the_next_move_is_refused(game, alice, bob):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    play(game, 4)
    with pytest.raises(errors.StaleMove):
        services.undo(game.pk, bob.pk, ply=1, message_id="yes")
    with pytest.raises(errors.NoUndoRequest):
        services.decline(game.pk, bob.pk, ply=1)
    assert moves(game) == [0, 4]


def test_an_asking_that_was_answered_does_not_ask_again_when_it_comes_late(game, alice, bob):
    undone(play(game, 0), alice, bob)
    before = play(game, 8)
    assert services.undo(game.pk, alice.pk, ply=1, message_id="ask").version == before.version
    assert fresh(game).undo_by == ""


def test_an_asking_that_was_declined_is_answered_the_same_when_it_comes_late(game, alice, bob):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1, message_id="ask")
    declined = services.decline(game.pk, bob.pk, ply=1, message_id="no")
    assert services.undo(game.pk, alice.pk, ply=1, message_id="ask").version == declined.version


def test_a_no_that_comes_late_declines_nothing_else(game, alice, bob):
    play(game, 0, 4)
    services.undo(game.pk, alice.pk, ply=2)
    services.decline(game.pk, bob.pk, ply=2, message_id="no")
    play(game, 8)
    undone(game, alice, bob)  # two moves again
    asked = services.undo(game.pk, alice.pk, ply=2)
    assert services.decline(game.pk, bob.pk, ply=2, message_id="no").version == asked.version
    assert fresh(game).undo_by == "X"


def test_the_same_id_from_another_player_is_another_message(game, alice, bob):
    undone(play(game, 0), alice, bob)
    play(game, 8)
    assert services.undo(game.pk, alice.pk, ply=1, message_id="yes").undo_by == "X"


def test_a_move_that_was_taken_back_is_not_played_when_it_comes_late(game, alice, bob):
    services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="m")
    after = undone(game, alice, bob)
    assert (
        services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="m").version
        == after.version
    )
    assert moves(game) == []
    services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="n")
    assert moves(game) == [4]


def test_the_id_of_a_message_says_nothing_about_other_moves(game, alice, bob):
    services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="m")
    undone(game, alice, bob)
    services.play_move(game.pk, alice.pk, ply=0, cell=5, message_id="m")
    assert moves(game) == [5]


def test_the_opponents_moves_come_late_as_well(game, alice, bob):
    play(game, 0)
    services.play_move(game.pk, bob.pk, ply=1, cell=4, message_id="m")
    undone(game, alice, bob)
    play(game, 8)
    before = fresh(game).version
    assert services.play_move(game.pk, bob.pk, ply=1, cell=4, message_id="m").version == before
    assert moves(game) == [8]


# Over the socket


@pytest.mark.django_db(transaction=True)
async def test_both_see_who_asks_and_what_was_answered(game, alice, bob):
    await database(play)(game, 0, 4)
    async with connected(game, alice) as x, connected(game, bob) as o:
        assert (await x.request("undo", id="a", ply=2))["type"] == "ok"
        assert [(await b.receive())["undo"]["by"] for b in (x, o)] == ["X", "X"]
        assert (await o.request("decline", id="b", ply=2))["type"] == "ok"
        assert [(await b.receive())["undo"]["is_declined"] for b in (x, o)] == [True, True]
        assert (await o.request("undo", id="c", ply=2))["code"] == "undo_declined"
        assert (await x.request("move", id="d", ply=2, cell=8))["type"] == "ok"
        assert (await o.receive_ply(3))["may_undo"]


@pytest.mark.django_db(transaction=True)
async def test_a_late_repeat_over_the_socket_is_answered_and_not_played(game, alice, bob):
    async with connected(game, alice) as x, connected(game, bob) as o:
        messages = [
            (x, {"type": "move", "id": "a", "ply": 0, "cell": 4}),
            (x, {"type": "undo", "id": "b", "ply": 1}),
            (o, {"type": "undo", "id": "c", "ply": 1}),
        ]
        for socket, message in messages:
            assert (await socket.request(**message))["type"] == "ok"
            await x.receive(), await o.receive()
        for _ in range(2):
            for socket, message in messages:
                assert await socket.request(**message) == {
                    "type": "ok",
                    "id": message["id"],
                    "version": 4,
                }
        assert await x.has_no_message()
        assert await o.has_no_message()
    assert (await Game.objects.aget(pk=game.pk)).ply == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "undo", "ply": 1}, "stale_move"),
        ({"type": "undo", "ply": 0}, "nothing_to_undo"),
        ({"type": "decline", "ply": 0}, "not_asked"),
        ({"type": "undo", "ply": "0"}, "wrong_value"),
        ({"type": "undo", "ply": None}, "wrong_value"),
        ({"type": "decline", "ply": -1}, "wrong_value"),
        ({"type": "undo"}, "wrong_fields"),
        ({"type": "decline", "ply": 0, "mark": "O"}, "wrong_fields"),
    ],
)
async def test_a_refusal_has_its_code_and_the_true_state(game, alice, message, code):
    async with connected(game, alice) as x:
        answer = await x.request(**message)
        assert (answer["type"], answer["code"], answer["state"]["ply"]) == ("no", code, 0)
