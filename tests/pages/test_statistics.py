"""What somebody's games come to, in rows, bars and strokes."""

from __future__ import annotations

import pytest

from games.models import Player
from games.pages.own_games import statistics_page
from games.pages.own_games.result_rows import Row
from games.pages.own_games.statistics_page import Latest
from tests.past_games import past_games


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


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_without_a_finished_game_there_are_none(alice: Player):
    assert statistics_page.of(alice) is None
