from datetime import timedelta

import pytest

from games.engine import Mark, Variant, clock
from games.models import Game, Player
from games.play import services
from games.presentation import snapshots
from tests.exhibitions import play_to_the_end, start_exhibition
from tests.playing import X_WINS, play, reload

pytestmark = pytest.mark.django_db


def states_for(game: Game, *viewers: Player | None) -> list[dict]:
    return [dict(snapshots.state_for(reload(game), who.pk if who else None)) for who in viewers]


def field_for(game: Game, field: str, *viewers: Player | None) -> list:
    return [state[field] for state in states_for(game, *viewers)]


def test_only_the_player_who_waits_sees_the_countdown(timed_game, alice, bob, charlie):
    game = timed_game
    to_alice, to_bob, to_charlie, to_nobody = field_for(game, "claim_in", alice, bob, charlie, None)
    assert to_bob in (59, 60)
    assert to_alice is to_charlie is to_nobody is None
    play(game, 4)
    to_alice, to_bob, to_nobody = field_for(game, "claim_in", alice, bob, None)
    assert to_alice in (59, 60)
    assert to_bob is to_nobody is None


def test_the_countdown_of_friends_without_a_clock_is_a_day_and_stops_at_zero(game, bob):
    assert field_for(game, "claim_in", bob)[0] in (86399, 86400)
    long_ago = clock.now() - timedelta(hours=25)
    Game.objects.update(touched_at=long_ago, x_seen_at=long_ago)
    assert field_for(game, "claim_in", bob) == [0]


def test_there_is_no_countdown_where_nobody_waits_for_a_person(alice, bob, computer):
    for guest in (alice, computer, None, bob):
        game = services.create_game(host=alice, mark=Mark.O, guest=guest)
        if guest == bob:
            services.resign(game.pk, bob.pk)
        assert field_for(game, "claim_in", alice, bob, None) == [None] * 3


def test_each_may_take_back_once_they_have_moved(alice, bob):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)
    expected = {0: [False, False], 1: [True, False], 2: [True, True]}
    for ply, may in expected.items():
        assert field_for(game, "may_undo", alice, bob, None) == [*may, False], ply
        play(game, ply)


def test_nobody_may_ask_twice_or_after_a_no_or_after_the_end(alice, bob):
    game = play(services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True), 0, 4)
    services.undo(game.pk, alice.pk, ply=2)
    assert field_for(game, "may_undo", alice, bob) == [False, False]
    services.decline(game.pk, bob.pk, ply=2)
    assert field_for(game, "may_undo", alice, bob) == [False, False]
    declined = {"by": None, "is_declined": True, "declined_to": "X"}
    assert field_for(game, "undo", None) == [declined]
    services.resign(game.pk, bob.pk)
    assert field_for(game, "may_undo", alice, bob) == [False, False]
    assert field_for(game, "undo", None) == [
        {"by": None, "is_declined": False, "declined_to": None}
    ]


def test_on_a_shared_screen_the_first_move_can_be_taken_back(alice):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice, allows_undo=True)
    assert field_for(game, "may_undo", alice) == [False]
    play(game, 4)
    assert field_for(game, "may_undo", alice) == [True]


def test_a_game_without_taking_back_says_so(game, alice):
    play(game, 0, 4)
    assert (field_for(game, "may_undo", alice), field_for(game, "undo", alice)) == ([False], [None])


def test_hints_are_for_the_player_to_move_against_the_computer(game, alice, computer):
    against = services.create_game(host=alice, mark=Mark.X, guest=computer)
    assert field_for(against, "may_hint", alice, None) == [True, False]
    assert field_for(game, "may_hint", alice) == [False]
    play(against, 4)
    assert field_for(against, "may_hint", alice) == [False]
    services.resign(against.pk, alice.pk)
    assert field_for(against, "may_hint", alice) == [False]


def test_pieces_fall_to_the_lowest_free_cell(alice):
    variant = Variant.parse("3x3x3+drop")
    game = services.create_game(host=alice, mark=Mark.X, guest=alice, variant=variant)
    assert field_for(game, "landing", None) == [[6, 7, 8]]
    play(game, 7, 4, 1)
    assert field_for(game, "landing", None) == [[6, None, 8]]
    usual = services.create_game(host=alice, mark=Mark.X, guest=alice)
    assert field_for(usual, "landing", None) == field_for(usual, "clock", None) == [None]


def test_the_rematch_is_named_once_there_is_one(game, bob):
    play(game, *X_WINS)
    assert field_for(game, "next", None) == [None]
    assert field_for(services.rematch(game.pk, bob.pk), "next", None) == [None]
    assert field_for(game, "next", None) == [reload(game).next.pk]


def test_the_series_and_its_score(alice, bob):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, best_of=3)
    assert field_for(game, "series", None) == [{"best_of": 3, "is_over": False}]
    services.resign(game.pk, bob.pk)
    game = services.rematch(game.pk, bob.pk)
    assert field_for(game, "score", None) == [{"X": 0, "O": 1, "draws": 0}]
    services.resign(game.pk, bob.pk)
    assert field_for(game, "series", None) == [{"best_of": 3, "is_over": True}]
    assert field_for(game, "score", None) == [{"X": 0, "O": 2, "draws": 0}]


def test_a_player_may_play_on_from_earlier_positions_and_others_when_they_are_over(game, alice):
    assert field_for(game, "play_on", alice, None) == ["", ""]
    play(game, *X_WINS[:-1])
    assert field_for(game, "play_on", alice, None) == ["earlier", ""]
    play(game, X_WINS[-1])
    assert field_for(game, "play_on", alice, None) == ["earlier", "earlier"]


def test_one_may_play_on_from_the_end_of_a_game_that_was_given_up(game: Game, alice: Player):
    play(game, 4)
    services.resign(game.pk, alice.pk)
    assert field_for(game, "play_on", alice, None) == ["any", "any"]


def test_everybody_may_play_on_while_the_computer_plays_itself(alice: Player):
    exhibition = start_exhibition(x="easy", o="random")
    assert field_for(exhibition, "play_on", alice, None) == ["any", "any"]
    assert field_for(play_to_the_end(exhibition), "play_on", None) == ["earlier"]
