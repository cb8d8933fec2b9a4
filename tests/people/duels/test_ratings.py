import pytest
from django.test import Client

from games.engine import Mark
from games.models import Game, Player
from games.people.duels.models import Rating, RatingChange
from games.people.duels.views import rated_boards
from games.play import errors, services
from tests.people.duels.duels import (
    ESTABLISHED,
    both_come,
    change_of,
    duel,
    give_up,
    leave,
    let_a_day_pass,
    lose,
    second_game,
    start_duel,
    state,
    values,
    with_account,
)
from tests.people.lobby.seeks import let_first_move_pass, people, stop_looking
from tests.playing import play, player_to_move, reload, use_time
from tests.timed_games import LONGER_THAN_ANY_CLOCK


def page(game: Game) -> str:
    return Client().get(game.get_absolute_url()).text


def first_moves(game: Game) -> Game:
    for _ in Mark:
        game = play(game, reload(game).board.legal_moves()[0])
    return game


def test_the_snapshot_tells_ratings_and_at_the_end_their_change(alice: Player, bob: Player):
    told = {"value": 1500, "is_sure": False, "change": None, "is_established": True}

    def of_alice(game: Game) -> object:
        return state(game)["part"]["ratings"][game.marks_of(alice.pk)[0]]

    first = start_duel(alice, bob)
    assert of_alice(first) == told
    lose(first, bob)
    second = second_game(first)
    lose(second, bob)
    assert of_alice(second) == {**told, "value": 1662, "change": 162}
    let_a_day_pass()
    assert of_alice(start_duel(alice, bob)) == {**told, "value": 1662}


def test_boards_are_rated_apart(alice: Player, bob: Player):
    for board in ("5x5", "connect-four"):
        first = start_duel(alice, bob, board)
        lose(first, bob)
        lose(second_game(first), bob)
        let_a_day_pass()
    assert list(Rating.objects.filter(player=alice).values_list("board", "duels")) == [
        ("5x5", 6),
        ("connect-four", 6),
    ]


def test_nothing_is_rated_twice(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    before = [lose(second, bob), values(alice, bob)][1]
    give_up(second, bob)
    services.end_overdue_games()
    with pytest.raises(errors.GameOver):
        play(second, 0)
    with pytest.raises(errors.NoRematch):
        services.rematch(second.pk, alice.pk)
    assert values(alice, bob) == before
    assert Game.objects.count() == 2


@pytest.mark.parametrize("how", ["forgotten", "locked"])
def test_only_who_stays_is_rated_if_the_other_goes_in_the_second_game(how, alice, bob):
    first = start_duel(alice, bob)
    lose(first, bob)
    leave(how, bob)
    assert reload(second_game(first)).winner
    assert change_of(alice) == pytest.approx(162, abs=1)
    assert change_of(bob) is None


def test_the_same_two_are_rated_once_a_day_and_told_before(alice: Player, bob: Player):
    duel(alice, bob)
    before = values(alice, bob)
    again = start_duel(bob, alice, "gomoku")
    assert state(again)["part"]["ratings"] == {}
    assert "Not rated: the same two are rated once a day." in page(again)
    lose(again, alice)
    last = lose(second_game(again), alice)
    assert state(last, bob)["words"].startswith("You win the duel, 2 to 0.")
    assert "Not rated: the same two are rated once a day." in page(last)
    assert values(alice, bob) == before
    let_a_day_pass()
    duel(alice, bob)
    assert values(alice, bob) != before


def test_a_duel_that_runs_is_the_rated_one_of_the_day(alice: Player, bob: Player):
    first_moves(start_duel(alice, bob))
    assert start_duel(alice, bob, "gomoku").duel.ratings is None


def test_who_gives_up_unmoved_brings_the_other_nothing_and_loses(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    give_up(first, bob)
    give_up(second_game(first), bob)
    assert change_of(alice) is None
    assert change_of(bob) == pytest.approx(-162, abs=1)


def test_a_move_each_is_not_yet_a_game(alice: Player, bob: Player):
    first = first_moves(start_duel(alice, bob))
    give_up(first, bob)
    second = first_moves(both_come(second_game(first)))
    use_time(second, LONGER_THAN_ANY_CLOCK)
    services.end_overdue_games()
    assert change_of(bob) == pytest.approx(-162, abs=1)
    is_alices = player_to_move(reload(second)) == alice
    assert change_of(alice) == (pytest.approx(-162, abs=1) if is_alices else None)


@pytest.mark.parametrize(
    ("loser_of_first", "of_winner", "of_loser"), [("bob", 162, -162), ("alice", -162, 0)]
)
def test_a_game_given_up_leaves_the_other_game_to_count(
    loser_of_first, of_winner, of_loser, alice: Player, bob: Player
):
    first = start_duel(alice, bob)
    lose(first, bob if loser_of_first == "bob" else alice)
    give_up(second_game(first), bob)
    assert change_of(alice) == pytest.approx(of_winner, abs=1)
    assert change_of(bob) == pytest.approx(of_loser, abs=1)


def miss(present: Player, absent: Player) -> Game:
    game = start_duel(present, absent)
    if player_to_move(game) != absent:
        game = play(game, game.board.legal_moves()[0])
    let_first_move_pass(game)
    services.end_overdue_games()
    stop_looking(present)
    return reload(game)


def test_who_does_not_come_twice_in_a_day_loses(alice: Player, bob: Player, charlie: Player):
    assert miss(alice, bob).reason == "no_show"
    assert change_of(bob) is None
    second = miss(charlie, bob)
    assert (second.status, change_of(charlie)) == ("closed", None)
    assert change_of(bob) == pytest.approx(-162, abs=1)
    ratings = state(second, bob)["part"]["ratings"]
    rating = {"value": 1338, "is_sure": False, "change": -162, "is_established": True}
    assert ratings[second.no_show] == rating
    assert "It was the second time in a day, so the duel counts as lost." in page(second)


def known(player: Player, duels: int, opponents: int) -> None:
    rating = Rating.objects.get(player=player)
    rating.duels, rating.opponents = duels, opponents
    rating.save()


def test_a_new_rating_changes_no_other_and_both_are_told(alice: Player, bob: Player):
    last = duel(alice, bob, are_new=True)
    assert "A new rating changes that of the other player only after five duels." in page(last)
    known(alice, 6, 1), known(bob, 6, 1)
    let_a_day_pass()
    duel(alice, bob, are_new=True)
    assert values(alice, bob) == [1500, 1500]
    assert list(Rating.objects.values_list("duels", "opponents")) == [(7, 1), (7, 1)]
    assert rated_boards(alice) == []
    assert len(rated_boards(alice, is_own=True)) == 1


def test_a_new_rating_changes_no_established_one(alice: Player, bob: Player):
    Rating.objects.create(player=with_account(alice), board="5x5", **ESTABLISHED)
    for player in (bob, *people(2)):  # however many they are
        duel(player, alice, are_new=True)
        assert values(alice, player) == [1500, 1662]
        let_a_day_pass()
    told = RatingChange.objects.filter(rating__player=alice)[0]
    assert (told.score, told.before, told.after) == (0, 1500, 1500)


def test_a_rating_is_established_by_five_duels_against_three_people(alice: Player):
    others, established = people(3), []
    for loser in (*others, *others[:2]):
        duel(alice, loser, are_new=True)
        established.append((rating := Rating.objects.get(player=alice)).is_established)
        let_a_day_pass()
    assert established == [False, False, False, False, True]
    assert (rating.duels, rating.opponents) == (5, 3)
    assert values(alice) == [1500]  # those that it has beaten are new
    assert rated_boards(alice)
