"""What a person's games come to, against a count of each game."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from random import Random

import pytest

from games.ai.computer_players import LEVELS
from games.engine import Mark
from games.models import Game, Player
from games.people.own_games import statistics, statistics_page
from games.people.own_games.result_rows import Row
from games.people.own_games.statistics import Mistakes, Rival, Streak
from games.people.own_games.statistics_page import Latest
from games.play import services
from games.study.reviews.models import Review
from tests.past_games import past_games
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[(1, 3), (4, 60), (7, 150)])
def games(
    request: pytest.FixtureRequest, alice: Player, bob: Player, charlie: Player, computer: Player
) -> list[Game]:
    seed, count = request.param
    easy = Player.objects.of_level(LEVELS["easy"])
    past_games(bob, [charlie, computer], 40, seed=8)
    games = past_games(alice, [bob, charlie, computer, easy], count, seed=seed)
    counted = [g for g in games if g.status == Game.Status.FINISHED and not g.is_hot_seat]
    return sorted(counted, key=lambda game: (game.finished_at, game.pk))


def result(game: Game, player: Player) -> str:
    if not game.winner:
        return "drawn"
    return "won" if [game.winner] == game.marks_of(player.pk) else "lost"


def other(game: Game, player: Player) -> Player:
    seat = game.o if game.x == player else game.x
    assert seat
    return seat


def test_tallies(games: list[Game], alice: Player):
    kinds = [(g.variant_code, other(g, alice).level or "", result(g, alice)) for g in games]
    expected = [Counter[tuple[str, str, str]]() for _ in range(2)]
    for kind, game in zip(kinds, games, strict=True):
        for counter, number in zip(expected, (1, not game.hints), strict=True):
            counter[kind] += number
    counted = [Counter[tuple[str, str, str]]() for _ in range(2)]
    for tally in statistics.tallies(alice):
        for counter, number in zip(counted, tally[3:], strict=True):
            counter[tally[:3]] += number
    assert counted == expected


def test_hints_are_counted_in_every_game(alice: Player, bob: Player, computer: Player):
    play(services.create_game(host=alice, mark=Mark.X, guest=bob), *X_WINS)
    for mark in Mark:
        game = services.create_game(host=alice, mark=mark, guest=computer)
        Game.objects.filter(pk=game.pk).update(hints=2)
    found = statistics_page.of(alice)
    assert found
    assert found.hints == 4


def test_the_people_that_were_played_most(games: list[Game], alice: Player):
    ends = Counter((other(g, alice), result(g, alice)) for g in games)
    people = {player for player, _ in ends if not player.is_computer}
    rows = [
        Rival(p.pk, p.name, *(ends[p, how] for how in ("won", "drawn", "lost")), None)
        for p in people
    ]
    rows.sort(key=lambda rival: (-sum(rival[2:5]), rival.id))
    assert statistics.rivals(alice, 5) == rows
    assert statistics.rivals(alice, 1) == rows[:1]


def test_streaks(games: list[Game], alice: Player):
    runs = [(how, len(list(run))) for how, run in groupby(result(g, alice) for g in games)]
    now, length = runs[-1]
    expected = {
        Streak(how, length if how == now else 0, max(n for each, n in runs if each == how))
        for how, _ in runs
    }
    assert set(statistics.streaks(alice)) == expected


def test_the_latest_results(games: list[Game], alice: Player):
    ends = [result(game, alice) for game in games]
    assert statistics.latest_results(alice, 1000) == ends
    assert statistics.latest_results(alice, 5) == ends[-5:]


def test_the_longest_game(games: list[Game], alice: Player):
    longest = statistics.longest_game(alice)
    assert longest
    assert longest.ply == max(game.ply for game in games)


def test_moves_that_were_set_up_make_no_game_longer(alice: Player, bob: Player):
    set_up = services.create_game(host=alice, mark=Mark.X, guest=bob, opening=(0, 3, 1, 4))
    play(set_up, 8, 5)
    longest = play(services.create_game(host=alice, mark=Mark.X, guest=bob), *X_WINS)
    assert statistics.longest_game(alice) == longest


def test_mistakes_are_counted_over_all_complete_reviews(games: list[Game], alice: Player):
    random = Random(5)
    fields = [f"{side}_{kind}" for side in "xo" for kind in ("slipped", "lost")]
    reviews = [
        Review(
            game=g, is_complete=random.random() < 0.7, **{f: random.randrange(4) for f in fields}
        )
        for g in games
        if random.random() < 0.7
    ]
    Review.objects.bulk_create(reviews)
    complete = [review for review in reviews if review.is_complete]
    own = [(review, "x" if review.game.x == alice else "o") for review in complete]
    sums = [
        sum(getattr(review, f"{side}_{kind}") for review, side in own)
        for kind in ("slipped", "lost")
    ]
    assert statistics.mistakes(alice) == Mistakes(len(complete), *sums)


def test_a_bar_is_as_long_as_all_its_parts():
    assert Row("", {"won": 1, "drawn": 1, "lost": 2}).bar == [
        ("won", 0.0, 25.0),
        ("drawn", 25.0, 25.0),
        ("lost", 50.0, 50.0),
    ]
    assert Row("", {"won": 0, "drawn": 0, "lost": 3}).bar == [("lost", 0.0, 100.0)]


def test_the_latest_games_go_up_and_down():
    latest = Latest(["won", "lost", "drawn"])
    up, down, dash = (stroke.path for stroke in latest.strokes)
    assert up.startswith("M3 20")
    assert up.endswith(" -15.0")
    assert down.endswith(" 15.0")
    assert dash.endswith("h3.4")
    assert latest.words == "The latest 3 games: 1 won, 1 drawn, 1 lost."


def test_all_rows_together_are_all_games(alice: Player, bob: Player, computer: Player):
    past_games(alice, [bob, computer], 80)
    found = statistics_page.of(alice)
    assert found
    for rows in (found.totals.boards, found.totals.levels):
        assert sum(row.games for row in rows) == found.totals.total.games
    assert [row.name for row in found.totals.boards] == ["Classic", "Misère", "Connect Four"]
    assert [row.name for row in found.totals.levels] == ["Champion", "People"]
    assert [row.name for row in found.rivals] == ["Bob"]
    assert found.now.endswith("in a row") or found.now.startswith("1 ")
