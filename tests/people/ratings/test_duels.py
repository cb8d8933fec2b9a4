"""Duels from the first game to the ratings, and how they can be broken off."""

from __future__ import annotations

import pytest

from games.engine import Mark
from games.models import Game, Player
from games.people.matching import services as matching
from games.people.openings import book
from games.people.ratings.duels import NotByLink
from games.people.ratings.models import Rating, RatingChange
from games.play import errors, services
from games.presentation import snapshots
from tests.people.matching.seeks import come, find, let_first_move_pass
from tests.people.ratings.duels import (
    agree_to_draw,
    duel_seek,
    find_duel,
    lose,
    second_game,
    start_duel,
    with_account,
)
from tests.playing import play, player_to_move, reload, use_time
from tests.timed_games import LONGER_THAN_ANY_CLOCK, seconds_to_deadline

pytestmark = pytest.mark.django_db


def values(*players: Player) -> list[int]:
    ratings = {rating.player_id: rating for rating in Rating.objects.all()}
    return [round(ratings[player.pk].value) for player in players]


def state(game: Game, player: Player | None = None) -> snapshots.State:
    return snapshots.state_for(reload(game), player.pk if player else None)


def first_moves(game: Game) -> Game:
    """Let both make a first move, so that the clock runs."""
    for _ in Mark:
        game = play(game, reload(game).board.legal_moves()[0])
    return game


# Who meets whom


def test_two_with_accounts_meet_in_a_random_opening_of_the_board(alice: Player, bob: Player):
    waiting = find_duel(with_account(alice))
    assert (waiting.start_ply, waiting.duel_game) == (0, 1)
    assert state(waiting, alice)["words"] == "Nobody else waits for a duel on 5 × 5 yet"  # noqa: RUF001  # noqa: RUF001
    game = find_duel(with_account(bob))
    assert (game.pk, game.status, game.duel_game) == (waiting.pk, "playing", 1)
    openings = {opening.moves for opening in book.read("5x5")}
    assert tuple(reload(game).record) in openings
    assert not game.allows_undo


def test_a_duel_and_a_game_are_not_looked_for_by_the_same(alice: Player, bob: Player):
    waiting = find_duel(with_account(alice))
    assert find(with_account(bob), "5x5", "10s").pk != waiting.pk
    assert state(waiting, alice)["seekers"]["count"] == 0


def test_guests_are_told_that_it_takes_an_account(alice: Player):
    with pytest.raises(matching.NoAccount) as refused:
        find_duel(alice)
    assert (refused.value.code, refused.value.message) == (
        "no_account",
        "Duels are rated, so they need an account.",
    )
    assert not Game.objects.exists()


def test_nobody_joins_by_the_link(alice: Player, bob: Player):
    waiting = find_duel(with_account(alice))
    with pytest.raises(NotByLink):
        services.join_game(waiting.pk, bob)
    assert reload(waiting).is_seeking


# Both games


def test_the_second_game_begins_with_the_sides_swapped(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    assert (second.x, second.o) == (first.o, first.x)
    assert (second.record, second.duel_game, second.control) == (first.record, 2, "10s")
    assert 20 < seconds_to_deadline(second) <= 30
    told = state(first, alice)
    assert (told["next"], told["duel"]) == (second.pk, 1)
    assert told["words"] == "You win! Bob resigned. The second game is on."
    assert services.rematch(first.pk, bob.pk).pk == second.pk
    assert not Rating.objects.exists()


@pytest.mark.parametrize(
    ("results", "scores", "words"),
    [
        ("ww", (1, 0), "You win the duel, 2 to 0."),
        ("wd", (1, 0), "You win the duel, 1½ to ½."),
        ("dd", (0.5, 0.5), "The duel is drawn, 1 to 1."),
        ("wl", (0.5, 0.5), "The duel is drawn, 1 to 1."),
        ("dl", (0, 1), "Bob wins the duel, 1½ to ½."),
    ],
)
def test_both_games_together_are_one_result(results, scores, words, alice: Player, bob: Player):
    game = start_duel(alice, bob)
    for result in results:
        game = Game.objects.with_players().latest("created_at")
        loser = {"w": bob, "l": alice}.get(result)
        game = lose(game, loser) if loser else agree_to_draw(game)
    told = state(game, alice)
    assert told["words"].endswith(words)
    assert not told["may_rematch"]
    changes = RatingChange.objects.filter(game=game).order_by("rating__player_id")
    assert tuple(changes.values_list("score", flat=True)) == scores
    mine, other = values(alice, bob)
    assert (mine - 1500) == -(other - 1500) == round(324 * (scores[0] - 0.5))


def test_the_snapshot_tells_ratings_and_at_the_end_their_change(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    seat = state(first)["seats"]["X"]
    assert seat
    assert seat["rating"] == {"value": 1500, "is_sure": False, "change": None}
    lose(first, bob)
    second = second_game(first)
    lose(second, bob)
    of_alice = state(second)["seats"][second.marks_of(alice.pk)[0]]
    assert of_alice
    assert of_alice["rating"] == {"value": 1662, "is_sure": False, "change": 162}
    again = start_duel(alice, bob)
    seat = state(again)["seats"][again.marks_of(alice.pk)[0]]
    assert seat
    assert seat["rating"] == {"value": 1662, "is_sure": False, "change": None}


def test_boards_are_rated_apart(alice: Player, bob: Player):
    for board in ("5x5", "connect-four"):
        first = start_duel(alice, bob, board)
        lose(first, bob)
        lose(second_game(first), bob)
    assert list(Rating.objects.filter(player=alice).values_list("board", "duels")) == [
        ("5x5", 1),
        ("connect-four", 1),
    ]


def test_nothing_is_rated_twice(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    before = [lose(second, bob), values(alice, bob)][1]
    lose(second, bob)
    services.end_overdue_games()
    with pytest.raises(errors.GameOver):
        play(second, 0)
    with pytest.raises(errors.NoRematch):
        services.rematch(second.pk, alice.pk)
    assert values(alice, bob) == before
    assert Game.objects.count() == 2


# Whoever leaves


def test_a_first_game_to_which_one_does_not_come_rates_nobody(alice: Player, bob: Player):
    game = start_duel(alice, bob)
    absent = player_to_move(game)
    let_first_move_pass(game)
    services.end_overdue_games()
    closed = reload(game)
    assert (closed.status, closed.reason) == ("closed", "no_show")
    assert not Rating.objects.exists()
    waiting = closed.goes_on_in
    assert waiting
    assert (waiting.is_duel, waiting.is_seeking, waiting.start_ply) == (True, True, 0)
    assert not waiting.marks_of(absent.pk)


def test_whoever_does_not_come_to_the_second_game_loses_it(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    absent = player_to_move(second)
    come(second, alice, bob)
    let_first_move_pass(second)
    services.end_overdue_games()
    ended = reload(second)
    assert (ended.status, ended.reason, ended.winner) == ("finished", "time", second.turn.opponent)
    scores = {"X": 0, "O": 0, "draws": 0}
    scores[second.marks_of(alice.pk)[0]] += 1
    scores[second.turn.opponent] += 1
    assert ended.score() == scores
    assert values(alice)[0] == (1500 if absent == alice else 1662)


def test_nobody_gives_way_in_the_second_game(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    for player in (alice, bob):
        with pytest.raises(matching.NobodyWaits):
            matching.give_way(second.pk, player.pk)
    assert reload(second).status == "playing"


def test_whoever_looks_for_another_is_led_to_the_second_game(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    assert matching.find_opponent(alice, duel_seek("gomoku")).pk == second_game(first).pk


def test_time_is_lost_as_in_any_game_and_the_duel_goes_on(alice: Player, bob: Player):
    first = first_moves(start_duel(alice, bob))
    loser = player_to_move(reload(first))
    use_time(first, LONGER_THAN_ANY_CLOCK)
    services.end_overdue_games()
    assert reload(first).reason == "time"
    second = first_moves(second_game(first))
    use_time(second, LONGER_THAN_ANY_CLOCK)
    services.bring_up_to_date(second.pk)
    assert reload(second).reason == "time"
    assert RatingChange.objects.filter(rating__player=loser).count() == 1


def test_who_is_forgotten_loses_the_rest_and_has_no_rating_any_more(alice: Player, bob: Player):
    for _ in range(2):
        first = start_duel(alice, bob)
        if _:
            services.forget_player(bob)
        else:
            lose(first, bob)
            lose(second_game(first), bob)
    last = Game.objects.with_players().latest("created_at")
    assert last.duel_game == 2
    let_first_move_pass(last)
    services.end_overdue_games()
    assert reload(last).status == "finished"
    assert not Rating.objects.filter(player=bob).exists()
    assert Rating.objects.get(player=alice).duels == 2
