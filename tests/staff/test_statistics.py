"""What was played on the whole site, counted by the database."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from games.ai.computer_players import LEVELS
from games.engine import Mark
from games.models import Game, Player
from games.staff import statistics
from tests.exhibitions import start_exhibition
from tests.past_games import START, past_games
from tests.playing import X_WINS, create_game, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(alice: Player, bob: Player) -> list[Game]:
    levels = [Player.objects.of_level(LEVELS[level]) for level in ("easy", "champion")]
    return past_games(alice, [bob, *levels], 120)


def is_counted(game: Game) -> bool:
    return game.status == Game.Status.FINISHED


def test_games_are_counted_between_any_times(games: list[Game]):
    minute = timedelta(minutes=1)
    times = [START - minute, START, START + minute, START + 3 * minute, START + 60 * minute]
    assert statistics.begun_between(times) == [0, 3, 6, 111]


def test_results_by_board_are_those_of_finished_games(games: list[Game]):
    counted = Counter(
        (game.variant_code, game.winner or "drawn") for game in games if is_counted(game)
    )
    tallies = statistics.results_by_board(START)
    assert {(tally.variant_code, tally.result): tally.games for tally in tallies} == counted


def test_results_by_level_are_those_of_people(games: list[Game], alice: Player):
    counted: Counter[tuple[str, str]] = Counter()
    for game in filter(is_counted, games):
        if level := game.level:
            winner = game.seat(game.winner) if game.winner else None
            result = "drawn" if winner is None else "won" if winner == alice else "lost"
            counted[level, result] += 1
    tallies: Counter[tuple[str, str]] = Counter()
    for tally in statistics.results_by_level(START):
        tallies[tally.level, tally.result] += tally.games
    assert tallies == counted
    assert {level for level, _ in counted} == {"easy", "champion"}


def test_only_games_that_began_since_then_count(games: list[Game], alice: Player, bob: Player):
    since = START + timedelta(days=1)
    assert statistics.results_by_board(since) == []
    assert statistics.results_by_level(since) == []
    play(create_game(alice, bob), *X_WINS)
    assert [tally.games for tally in statistics.results_by_board(since)] == [1]


def test_exhibitions_are_no_results_of_people(alice: Player):
    exhibition = start_exhibition(x="easy", o="champion")
    Game.objects.filter(pk=exhibition.pk).update(
        status="finished", reason="line", winner=Mark.X, finished_at=START
    )
    assert statistics.results_by_level(START) == []
    assert len(statistics.results_by_board(START)) == 1
