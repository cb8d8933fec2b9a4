"""Moves that are taken back: asked for, granted and refused."""

from __future__ import annotations

import pytest

from games.computer import replies
from games.engine import Mark
from games.models import Game, Player
from games.play import errors, services
from games.presentation import snapshots
from tests.playing import X_WINS, play, reload
from tests.undo import NOT_ASKED, ask_and_agree, moves_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    """Alice plays X, Bob plays O, and moves may be taken back."""
    return services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)


@pytest.fixture
def shared_game(alice: Player) -> Game:
    return services.create_game(host=alice, mark=Mark.X, guest=alice, allows_undo=True)


# Between two people


def test_asking_takes_nothing_back_and_shows_who_asks(game: Game, alice: Player, bob: Player):
    play(game, 0, 4)
    assert snapshots.state_for(reload(game), alice.pk)["may_undo"]
    asked = services.undo(game.pk, alice.pk, ply=2)
    assert snapshots.summary(asked)["undo"] == {**NOT_ASKED, "by": "X"}
    assert moves_of(game) == [0, 4]
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
    after = ask_and_agree(game, *people)
    assert moves_of(game) == left
    assert after.seat(after.turn) == people[0]
    assert snapshots.summary(after)["undo"] == NOT_ASKED


def test_what_was_taken_back_stays_in_the_record(game: Game, alice: Player, bob: Player):
    ask_and_agree(play(game, 0, 4), alice, bob)
    assert game.moves.count() == 2
    assert not game.moves.live().exists()
    play(game, 0, 4, 8)
    assert moves_of(game) == [0, 4, 8]


def test_declining_leaves_the_board_and_may_not_be_asked_again_until_the_next_move(
    game: Game, alice: Player, bob: Player
):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    declined = services.decline(game.pk, bob.pk, ply=1)
    shown = {"by": None, "is_declined": True, "declined_to": "X"}
    assert snapshots.summary(declined)["undo"] == shown
    assert not snapshots.state_for(declined, alice.pk)["may_undo"]
    with pytest.raises(errors.UndoDeclined):
        services.undo(game.pk, alice.pk, ply=1)
    assert moves_of(game) == [0]
    play(game, 4)
    assert services.undo(game.pk, alice.pk, ply=2).undo_by == "X"


def test_the_asker_may_think_again(game: Game, alice: Player):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    withdrawn = services.decline(game.pk, alice.pk, ply=1)
    assert snapshots.summary(withdrawn)["undo"] == {**NOT_ASKED, "is_declined": True}


def test_asking_may_cross_the_answer_to_the_move(game: Game, alice: Player):
    play(game, 0, 4)
    assert services.undo(game.pk, alice.pk, ply=1).undo_by == "X"


def test_on_a_shared_screen_a_late_request_takes_nothing_back(shared_game: Game, alice: Player):
    play(shared_game, 0, 4)
    with pytest.raises(errors.StaleMove):
        services.undo(shared_game.pk, alice.pk, ply=1)
    assert moves_of(shared_game) == [0, 4]


def test_asking_is_no_yes_to_what_the_other_asks_for_meanwhile(game: Game, alice, bob):
    play(game, 0, 4)
    services.undo(game.pk, bob.pk, ply=2)
    with pytest.raises(errors.StaleMove):
        services.undo(game.pk, alice.pk, ply=1)
    assert moves_of(game) == [0, 4]


@pytest.mark.parametrize("asker", ["alice", "bob"])
def test_to_move_is_an_answer_too(request, game: Game, asker: str):
    play(game, 0, 4)
    services.undo(game.pk, request.getfixturevalue(asker).pk, ply=2)
    assert snapshots.summary(play(game, 8))["undo"] == NOT_ASKED


def test_the_end_of_a_game_ends_the_asking(game: Game, alice: Player):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    assert services.resign(game.pk, alice.pk).undo_by == ""


# Against the computer, and on a shared screen


def test_against_the_computer_a_full_turn_goes_back_at_once(computer_game: Game, alice: Player):
    play(computer_game, 0, 4)
    after = services.undo(computer_game.pk, alice.pk, ply=2)
    assert (moves_of(after), after.seat(after.turn)) == ([], alice)


def test_an_answer_of_the_computers_that_was_not_seen_yet_goes_back_too(
    computer_game: Game, alice: Player
):
    play(computer_game, 0, 4)
    assert moves_of(services.undo(computer_game.pk, alice.pk, ply=1)) == []
    play(computer_game, 0, 4, 8, 2)
    with pytest.raises(errors.StaleMove):
        services.undo(computer_game.pk, alice.pk, ply=2)


def test_while_the_computer_thinks_the_own_move_goes_back(computer_game: Game, alice: Player):
    play(computer_game, 0, 4, 8)
    after = services.undo(computer_game.pk, alice.pk, ply=3)
    assert moves_of(after) == [0, 4]


def test_a_reply_to_what_was_taken_back_is_dropped(computer_game: Game, alice: Player):
    play(computer_game, 0)
    pending = replies.pending_reply(computer_game.pk)
    assert pending
    services.undo(computer_game.pk, alice.pk, ply=1)
    replies.play(pending, 4)
    assert moves_of(computer_game) == []
    play(computer_game, 8)
    replies.play(pending, 4)
    assert moves_of(computer_game) == [8]


def test_the_computer_has_nothing_to_say_to_it(computer_game: Game, alice: Player):
    play(computer_game, 0, 4)
    with pytest.raises(errors.NotAsked):
        services.decline(computer_game.pk, alice.pk, ply=2)


def test_on_a_shared_screen_moves_go_back_one_by_one(shared_game: Game, alice: Player):
    play(shared_game, 0, 4, 8)
    for left in ([0, 4], [0], []):
        services.undo(shared_game.pk, alice.pk, ply=reload(shared_game).ply)
        assert moves_of(shared_game) == left
    with pytest.raises(errors.NothingToUndo):
        services.undo(shared_game.pk, alice.pk, ply=0)


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
    assert reload(game).version == before.version


def test_it_refuses_where_it_was_not_agreed_on(alice: Player, bob: Player, computer: Player):
    for guest in (alice, bob, computer):
        strict = services.create_game(host=alice, mark=Mark.X, guest=guest)
        play(strict, 0)
        assert not snapshots.state_for(reload(strict), alice.pk)["may_undo"]
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
    with pytest.raises(errors.NotAsked):
        services.decline(game.pk, bob.pk, ply=1)
    services.undo(game.pk, alice.pk, ply=1)
    with pytest.raises(errors.NotYourGame):
        services.decline(game.pk, charlie.pk, ply=1)
    with pytest.raises(errors.NotAsked):
        services.decline(game.pk, bob.pk, ply=0)
    assert reload(game).undo_by == "X"
