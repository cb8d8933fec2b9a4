import re

import pytest

from games.engine import Mark, series
from games.models import Game, Player
from games.play import services
from games.presentation import snapshots
from tests.playing import DRAW, O_WINS, X_WINS, play, reload

# The wins of each, the draws, and how many are played. In 2-0-2 of 5 one is left, and two needed.
OVER = "2-0-0/3 2-1-0/3 1-1-1/3 0-0-3/3 0-3-0/5 2-0-2/5 4-0-0/7"
GOES_ON = "0-0-0/3 1-0-0/3 1-1-0/3 1-0-1/3 0-0-2/3 2-1-0/5 3-0-0/7 50-0-50/0"


def test_a_series_is_over_when_nobody_can_catch_up_or_all_is_played(subtests: pytest.Subtests):
    for text in (OVER + " " + GOES_ON).split():
        with subtests.test(text=text):
            x, o, draws, length = map(int, re.split("[-/]", text))
            for score in ({"X": x, "O": o, "draws": draws}, {"X": o, "O": x, "draws": draws}):
                assert series.is_over(score, length) is (text in OVER.split())


@pytest.mark.parametrize(("x", "o", "leader"), [(2, 1, "X"), (0, 2, "O"), (1, 1, None)])
def test_whoever_has_won_more_games_leads(x: int, o: int, leader: str | None):
    assert series.winner({"X": x, "O": o, "draws": 9}) == leader


def status_words(game: Game, player: Player) -> str:
    return snapshots.state_for(game, player.pk)["words"]


@pytest.mark.parametrize(
    ("moves", "best_of", "begins"),
    [
        (X_WINS, series.ENDLESS, "Bob"),
        (O_WINS, series.ENDLESS, "Alice"),  # who has lost, and had begun
        (DRAW, series.ENDLESS, "Bob"),
        (O_WINS, 3, "Bob"),  # Each begins equally often.
    ],
)
def test_who_has_lost_begins_the_rematch(alice, bob, moves, best_of, begins):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, best_of=best_of)
    game = play(game, *moves)
    following = services.rematch(game.pk, bob.pk)
    assert following.seat_name("X") == begins
    # Who has asked is known in both games, and so is who has won.
    state = snapshots.state_for(reload(game), alice.pk)
    assert (state["next_by"], state["rematch_by"]) == ("O", "Bob")
    assert following.score()["X" if begins == "Alice" else "O"] == game.score()["X"]
    # Nobody asks for one that is over.
    services.resign(following.pk, alice.pk)
    state = snapshots.state_for(reload(game), alice.pk)
    assert (state["next"], state["next_by"], state["rematch_by"]) == (following.pk, None, "")
    assert "rematch" not in status_words(reload(game), bob)


def test_a_rematch_is_played_by_the_same_rules(alice: Player, bob: Player):
    chosen = {"control": "3+2", "best_of": 5, "allows_undo": True, "is_public": False}
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, **chosen)
    following = services.rematch(play(game, *X_WINS).pk, bob.pk)
    assert {name: getattr(following, name) for name in chosen} == chosen
    assert following.variant_code == game.variant_code
    assert (following.x, following.o) == (bob, alice)
    assert snapshots.summary(following)["clock"] == {
        "control": "3+2",
        "total": 180_000,
        "left": {"X": 180_000, "O": 180_000},
        "running": None,
    }


def test_at_a_shared_screen_a_series_is_won_by_a_name(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice, best_of=3)
    second = services.rematch(play(game, *X_WINS).pk, alice.pk)
    play(second, 8)
    decided = services.resign(second.pk, alice.pk)  # O, who was Player 1
    assert snapshots.summary(decided)["score"] == {"X": 1, "O": 1, "draws": 0}
    third = play(services.rematch(second.pk, alice.pk), *X_WINS)
    assert status_words(third, alice).startswith("Player 1 wins the match, 2 to 1.")
