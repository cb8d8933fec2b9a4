import pytest

from games.engine import clock
from games.models import Game
from games.play import services
from games.sockets import live_games
from tests.exhibitions import start_exhibition
from tests.playing import X_WINS, create_game, play, reload, set_last_activity

pytestmark = pytest.mark.django_db


def primary_keys(*games: Game) -> list[str]:
    return [game.pk for game in games]


def test_people_come_first_then_the_newest_activity(game: Game, alice, bob, computer):
    against_computer, second, third = (
        create_game(alice, computer),
        create_game(alice, bob),
        create_game(bob, alice),
    )
    set_last_activity(second, seconds=20)
    set_last_activity(third, seconds=40)
    play(game, 4)
    play(against_computer, 0)
    assert live_games.choose() == [game, second, third, against_computer]


def test_the_computer_against_itself_is_shown_only_when_nothing_else_is(game: Game, alice):
    exhibition = start_exhibition()
    assert live_games.choose() == [game]
    assert live_games.choose([exhibition.pk]) == [game]
    services.resign(game.pk, alice.pk)
    assert live_games.choose() == [exhibition]
    assert live_games.choose([exhibition.pk]) == [exhibition]
    set_last_activity(exhibition, minutes=2)  # paused, or nobody looks
    assert live_games.choose() == []


def test_private_waiting_finished_and_quiet_games_are_left_out(alice, bob, invitation):
    create_game(alice, bob, is_public=False)
    services.resign(create_game(alice, bob).pk, alice.pk)
    set_last_activity(create_game(alice, bob), minutes=11)
    set_last_activity(create_game(alice, bob), minutes=2)
    assert live_games.choose() == []


def test_a_game_is_shown_while_somebody_thinks_about_it(alice, bob):
    thought_about, forgotten = create_game(alice, bob), create_game(alice, bob)
    for game in (thought_about, forgotten):
        set_last_activity(game, minutes=5)
    services.note_seen(reload(thought_about), bob.pk)
    assert live_games.choose() == [thought_about]


def test_at_most_twelve_are_shown_and_those_shown_stay(alice, bob):
    games = [create_game(alice, bob) for _ in range(14)]
    for number, game in enumerate(games):
        set_last_activity(game, seconds=3 * number)
    assert live_games.choose() == games[:12]
    assert set(live_games.choose(primary_keys(*games[2:]))) == set(games[2:])


def test_a_result_is_shown_for_a_while_where_the_game_was_shown(game: Game, alice):
    play(game, *X_WINS)
    assert live_games.choose() == []
    assert live_games.choose(primary_keys(game)) == [game]
    glance = live_games.summarize(live_games.choose(primary_keys(game))[0])
    assert (glance["board"], glance["words"]) == ("Classic", "Alice wins. Three in a row.")
    Game.objects.update(finished_at=clock.now() - live_games.RESULT_FOR)
    assert live_games.choose(primary_keys(game)) == []


def test_a_rematch_takes_the_place_of_its_game(game: Game, alice):
    play(game, *X_WINS)
    following = services.rematch(game.pk, alice.pk)
    assert live_games.choose(primary_keys(game)) == [following]
