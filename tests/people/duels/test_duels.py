"""Duels from the first game to the ratings, and how they can be broken off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice

import pytest
from django.contrib.auth.models import User
from django.test import Client, TestCase

from games.engine import Mark
from games.models import Game, Player
from games.people.accounts import services as accounts
from games.people.duels.models import Rating, RatingChange, number
from games.people.duels.openings import book
from games.people.duels.views import rated_boards
from games.play import errors, services
from games.presentation import snapshots
from tests.people.duels.duels import (
    ESTABLISHED,
    agree_to_draw,
    both_come,
    find_duel,
    give_up,
    let_a_day_pass,
    lose,
    second_game,
    start_duel,
    with_account,
)
from tests.people.lobby.seeks import come, find, let_first_move_pass, people
from tests.playing import play, player_to_move, reload, use_time
from tests.timed_games import LONGER_THAN_ANY_CLOCK, seconds_to_deadline

pytestmark = pytest.mark.django_db

capture_on_commit_callbacks = TestCase.captureOnCommitCallbacks


def values(*players: Player) -> list[int]:
    ratings = {rating.player_id: rating for rating in Rating.objects.filter(board="5x5")}
    return [round(ratings[player.pk].value) for player in players]


def state(game: Game, player: Player | None = None) -> snapshots.State:
    return snapshots.state_for(reload(game), player.pk if player else None)


def page(game: Game) -> str:
    return Client().get(game.get_absolute_url()).text


def first_moves(game: Game) -> Game:
    for _ in Mark:
        game = play(game, reload(game).board.legal_moves()[0])
    return game


# Who meets whom


def test_two_with_accounts_meet_in_a_random_opening_of_the_board(alice: Player, bob: Player):
    waiting = find_duel(with_account(alice))
    assert (waiting.start_ply, number(waiting)) == (0, 1)
    assert state(waiting, alice)["words"] == "Waiting for a duel on 5 × 5"  # noqa: RUF001
    game = find_duel(with_account(bob))
    assert (game.pk, game.status, number(game)) == (waiting.pk, "called", 1)
    openings = {opening.moves for opening in book.read("5x5")}
    assert tuple(reload(game).record) in openings
    assert not game.allows_undo


def test_a_duel_and_a_game_are_not_looked_for_by_the_same(alice: Player, bob: Player):
    waiting = find_duel(with_account(alice))
    assert find(with_account(bob), "5x5", "10s").pk != waiting.pk


# Both games


def test_the_second_game_begins_with_the_sides_swapped(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    assert (second.x, second.o) == (first.o, first.x)
    assert (second.record, number(second), second.control) == (first.record, 2, "10s")
    assert second.status == "called"
    assert 20 < seconds_to_deadline(second) <= 30
    told = state(first, alice)
    assert (told["next"], told["part"]["number"]) == (second.pk, 1)
    assert told["words"] == "You win! Bob resigned. The duel goes on in its second game."
    assert services.rematch(first.pk, bob.pk).pk == second.pk
    assert not RatingChange.objects.exists()


@pytest.mark.parametrize(
    ("results", "scores", "words"),
    [
        ("ww", (1, 0), "You win the duel, 2 to 0. Bob resigned."),
        ("wd", (1, 0), "You win the duel, 1½ to ½. This game: It's a draw. You both agreed."),
        ("dd", (0.5, 0.5), "You drew the duel, 1 to 1. You both agreed."),
        ("wl", (0.5, 0.5), "You drew the duel, 1 to 1. This game: You lose. You resigned."),
        ("lw", (0.5, 0.5), "You drew the duel, 1 to 1. This game: You win! Bob resigned."),
        ("dl", (0, 1), "Bob wins the duel, 1½ to ½. You resigned."),
    ],
)
def test_both_games_together_are_one_result(results, scores, words, alice: Player, bob: Player):
    game = start_duel(alice, bob)
    for result in results:
        game = Game.objects.with_players().latest("created_at")
        loser = {"w": bob, "l": alice}.get(result)
        game = lose(game, loser) if loser else agree_to_draw(game)
    told = state(game, alice)
    assert told["words"] == words
    assert not told["may_rematch"]
    changes = RatingChange.objects.filter(game=game).order_by("rating__player_id")
    assert tuple(changes.values_list("score", flat=True)) == scores
    mine, other = values(alice, bob)
    assert (mine - 1500) == -(other - 1500) == round(324 * (scores[0] - 0.5))


def test_the_snapshot_tells_ratings_and_at_the_end_their_change(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    assert state(first)["part"]["ratings"]["X"] == {
        "value": 1500,
        "is_sure": False,
        "change": None,
        "is_established": True,
    }
    lose(first, bob)
    second = second_game(first)
    lose(second, bob)
    mark = second.marks_of(alice.pk)[0]
    assert state(second)["part"]["ratings"][mark] == {
        "value": 1662,
        "is_sure": False,
        "change": 162,
        "is_established": True,
    }
    let_a_day_pass()
    again = start_duel(alice, bob)
    mark = again.marks_of(alice.pk)[0]
    assert state(again)["part"]["ratings"][mark] == {
        "value": 1662,
        "is_sure": False,
        "change": None,
        "is_established": True,
    }


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


# Whoever leaves


def test_a_first_game_to_which_one_does_not_come_rates_nobody(alice: Player, bob: Player):
    game = start_duel(alice, bob)
    absent = player_to_move(game)
    let_first_move_pass(game)
    services.end_overdue_games()
    closed = reload(game)
    assert (closed.status, closed.reason) == ("closed", "no_show")
    assert not RatingChange.objects.exists()
    waiting = closed.next_game
    assert waiting
    assert (waiting.kind, waiting.status, waiting.start_ply) == ("duel", "waiting", 0)
    assert not waiting.marks_of(absent.pk)


def test_whoever_does_not_come_to_the_second_game_loses_it(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    absent = player_to_move(second)
    both_come(second)
    let_first_move_pass(second)
    services.end_overdue_games()
    ended = reload(second)
    assert (ended.status, ended.reason, ended.winner) == ("finished", "time", second.turn.opponent)
    scores = {"X": 0, "O": 0, "draws": 0}
    scores[second.marks_of(alice.pk)[0]] += 1
    scores[second.turn.opponent] += 1
    assert ended.score() == scores
    assert values(alice)[0] == (1500 if absent == alice else 1662)


@pytest.mark.parametrize("how", ["late", "withdrawn", "locked"])
@pytest.mark.parametrize("mark", Mark)
def test_whoever_does_not_come_to_the_second_game_is_said_so(alice, bob, how: str, mark: Mark):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    absent, here = second.seat(mark), second.seat(mark.opponent)
    come(second, here)
    if how == "late":
        let_first_move_pass(second)
        services.end_overdue_games()
    elif how == "withdrawn":
        services.withdraw(second.pk, absent.pk)
    else:
        leave(how, absent)
    ended = reload(second)
    assert (ended.status, ended.winner, ended.next_game) == ("finished", mark.opponent, None)
    told = state(ended, here)["words"]
    assert f"{absent} did not come." in told
    assert "in time" not in told


def test_a_second_game_to_which_nobody_comes_leaves_the_first_to_count(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    let_first_move_pass(second_game(first))
    services.end_overdue_games()
    assert second_game(first).winner == ""
    assert values(alice, bob) == [1662, 1338]


def test_whoever_looks_for_another_is_led_to_the_second_game(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    assert find_duel(alice, "gomoku").pk == second_game(first).pk


def change_of(player: Player) -> float | None:
    changes = RatingChange.objects.filter(rating__player=player)
    return sum(each.after - each.before for each in changes) if changes else None


def leave(how: str, player: Player) -> None:
    if how == "forgotten":
        services.forget_player(player)
        return
    with capture_on_commit_callbacks(execute=True):
        accounts.lock(player)


@pytest.mark.parametrize("how", ["forgotten", "locked"])
def test_a_duel_whose_player_is_gone_ends_with_the_first_game(how, alice: Player, bob: Player):
    first = start_duel(alice, bob)
    leave(how, bob)
    assert reload(first).status == "finished"
    assert not Game.objects.filter(previous=first).exists()
    assert not RatingChange.objects.exists()
    assert state(first, alice)["words"].endswith("resigned. The duel ends here, and is not rated.")


@pytest.mark.parametrize("how", ["forgotten", "locked"])
def test_only_who_stays_is_rated_if_the_other_goes_in_the_second_game(how, alice, bob):
    first = start_duel(alice, bob)
    lose(first, bob)
    leave(how, bob)
    assert reload(second_game(first)).winner
    assert change_of(alice) == pytest.approx(162, abs=1)
    assert change_of(bob) is None


def test_nobody_waits_or_is_found_who_is_locked(alice: Player, bob: Player):
    waiting = find_duel(with_account(bob)), find(bob, "gomoku")
    invitation = services.create_game(host=bob, mark=Mark.X)
    leave("locked", bob)
    assert {reload(game).status for game in (*waiting, invitation)} == {"closed"}
    assert find_duel(with_account(alice)).status == "waiting"


def test_who_was_missed_and_is_locked_waits_no_more(alice: Player, bob: Player):
    game = start_duel(alice, bob)
    present = game.seat(game.turn.opponent)
    assert present
    User.objects.filter(player=present).update(is_active=False)
    let_first_move_pass(game)
    services.end_overdue_games()
    assert reload(game).status == "closed"
    assert not Game.objects.filter(status="waiting").exists()


# What counts


def duel(winner: Player, loser: Player) -> Game:
    first = start_duel(winner, loser)
    lose(first, loser)
    return lose(second_game(first), loser)


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
    withdraw_all(present)
    return reload(game)


def withdraw_all(player: Player) -> None:
    for game in Game.objects.of(player).filter(status="waiting"):
        services.withdraw(game.pk, player.pk)


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


# Whose ratings change those of others


def duels_in_a_row(winner: Player, losers: Sequence[Player], count: int) -> None:
    for loser in islice(cycle(losers), count):
        first = start_duel(winner, loser, are_new=True)
        lose(first, loser)
        lose(second_game(first), loser)
        let_a_day_pass()


def test_two_new_accounts_make_no_rating(alice: Player, bob: Player):
    duels_in_a_row(alice, [bob], 7)
    assert values(alice, bob) == [1500, 1500]
    assert list(Rating.objects.values_list("duels", "opponents")) == [(7, 1), (7, 1)]
    assert rated_boards(alice) == []
    assert len(rated_boards(alice, is_own=True)) == 1


def test_new_accounts_that_play_one_alone_never_change_that_rating(alice: Player):
    duels_in_a_row(alice, people(4), 12)
    assert values(alice) == [1500]
    assert Rating.objects.get(player=alice).is_established


def test_a_new_rating_changes_no_established_one(alice: Player, bob: Player):
    Rating.objects.create(player=with_account(alice), board="5x5", **ESTABLISHED)
    duels_in_a_row(bob, [alice], 1)
    assert values(alice, bob) == [1500, 1662]
    told = RatingChange.objects.get(rating__player=alice)
    assert (told.score, told.before, told.after) == (0, 1500, 1500)


def test_a_rating_is_established_by_five_duels_against_three_people(alice: Player):
    others = people(3)
    duels_in_a_row(alice, others, 4)
    assert not Rating.objects.get(player=alice).is_established
    duels_in_a_row(alice, others, 1)
    rating = Rating.objects.get(player=alice)
    assert (rating.is_established, rating.duels, rating.opponents) == (True, 5, 3)
    assert rated_boards(alice)


def test_both_are_told_that_a_rating_is_new(alice: Player, bob: Player):
    duels_in_a_row(alice, [bob], 1)
    last = Game.objects.exclude(previous=None).get()
    assert "A new rating changes that of the other player only after five duels." in page(last)
