import pytest
from django.contrib.auth.models import User

from games.engine import Mark
from games.models import Game, Player
from games.people.duels.models import RatingChange, number
from games.people.duels.openings import book
from games.play import services
from tests.people.duels.duels import (
    agree_to_draw,
    both_come,
    find_duel,
    leave,
    lose,
    second_game,
    start_duel,
    state,
    values,
    with_account,
)
from tests.people.lobby.seeks import come, find, let_first_move_pass
from tests.playing import player_to_move, reload
from tests.timed_games import seconds_to_deadline


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


def test_the_second_game_begins_with_the_sides_swapped(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    assert (second.x, second.o) == (first.o, first.x)
    assert (second.record, number(second), second.control) == (first.record, 2, "10s")
    assert second.status == "called"
    assert 10 < seconds_to_deadline(second) <= 20
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
        ("wl", (0.5, 0.5), "You drew the duel, 1 to 1. This game: You resigned."),
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


def test_a_first_game_to_which_one_does_not_come_rates_nobody(alice: Player, bob: Player):
    game = start_duel(alice, bob)
    absent = player_to_move(game)
    let_first_move_pass(game)
    services.end_overdue_games()
    closed = reload(game)
    assert (closed.status, closed.reason) == ("closed", "no_show")
    assert not RatingChange.objects.exists()
    waiting = closed.next_game
    assert (waiting.kind, waiting.status, waiting.start_ply) == ("duel", "waiting", 0)
    assert not waiting.marks_of(absent.pk)


def test_whoever_comes_to_the_second_game_and_does_not_move_loses_it(alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = both_come(second_game(first))
    let_first_move_pass(second)
    services.end_overdue_games()
    ended = reload(second)
    assert (ended.status, ended.reason, ended.winner) == ("finished", "time", second.turn.opponent)
    assert values(alice) == [1500 if player_to_move(second) == alice else 1662]


@pytest.mark.parametrize("how", ["late", "withdrawn", "locked"])
@pytest.mark.parametrize("mark", Mark)
def test_whoever_does_not_come_to_the_second_game_loses_it(alice, bob, how: str, mark: Mark):
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


@pytest.mark.parametrize("how", ["forgotten", "locked"])
def test_a_duel_whose_player_is_gone_ends_with_the_first_game(how, alice: Player, bob: Player):
    first = start_duel(alice, bob)
    leave(how, bob)
    assert reload(first).status == "finished"
    assert not Game.objects.filter(previous=first).exists()
    assert not RatingChange.objects.exists()
    assert state(first, alice)["words"].endswith("resigned. The duel ends here, and is not rated.")


def test_nobody_waits_or_is_found_who_is_locked(alice: Player, bob: Player):
    waiting = find_duel(with_account(bob)), find(bob, "gomoku")
    invitation = services.create_game(host=bob, mark=Mark.X)
    leave("locked", bob)
    assert {reload(game).status for game in (*waiting, invitation)} == {"closed"}
    assert find_duel(with_account(alice)).status == "waiting"


def test_who_was_missed_and_is_locked_waits_no_more(alice: Player, bob: Player):
    game = start_duel(alice, bob)
    present = game.seat(game.turn.opponent)
    User.objects.filter(player=present).update(is_active=False)
    let_first_move_pass(game)
    services.end_overdue_games()
    assert reload(game).status == "closed"
    assert not Game.objects.filter(status="waiting").exists()
