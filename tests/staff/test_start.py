"""The start page of the admin: what was played lately, and who plays now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ai.levels import LEVELS
from games.engine import clock
from games.models import Game, Player
from games.play import services
from games.staff import charts as site_charts
from games.web.health import health
from tests.playing import DRAW, O_WINS, X_WINS, create_game, play

# Health is asked in a thread, which sees only what is committed.
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _look_anew() -> None:
    health._report = None


def begin(game: Game, *, days_ago: int) -> Game:
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(days=days_ago))
    return game


def test_days_without_a_game_are_drawn_empty(alice: Player, bob: Player):
    for days_ago in (0, 3, 3, 29, 30):
        begin(create_game(alice, bob), days_ago=days_ago)
    daily = site_charts.read(timezone.now())["daily"]
    played = {30 - number: day.games for number, day in enumerate(daily.days, 1) if day.games}
    assert played == {29: 1, 3: 2, 0: 1}
    assert [bool(day.path) for day in daily.days] == [day.games > 0 for day in daily.days]
    assert daily.days[-1].date == timezone.localdate()
    best = daily.days[-4].date
    assert daily.words == (
        f"4 games in 30 days, 1 of them today. Most, 2, on {best.day} {best:%B}."
    )


def test_the_longest_stroke_is_that_of_the_day_with_most_games(alice: Player, bob: Player):
    for days_ago in (1, 2, 2):
        begin(create_game(alice, bob), days_ago=days_ago)
    days = site_charts.read(timezone.now())["daily"].days
    heights = [float(day.path.split()[-1]) for day in days if day.path]
    assert heights == [-92, -46]


def test_nothing_played_is_said_too(admin_client: Client):
    page = admin_client.get("/admin/").text
    assert "No games in 30 days, 0 of them today." in page
    assert "Day by day" not in page
    assert "Results in these" not in page


@pytest.mark.parametrize(("zone", "day"), [("UTC", 3), ("Asia/Tokyo", 4)])
def test_days_begin_at_midnight_of_the_sites_time_zone(game: Game, zone: str, day: int):
    late = datetime(2026, 5, 3, 23, 30, tzinfo=UTC)
    Game.objects.update(created_at=late)
    with timezone.override(zone):
        days = site_charts.read(late + timedelta(days=2))["daily"].days
    assert [each.date.day for each in days if each.games] == [day]


def test_results_are_shown_by_board_and_level(
    admin_client: Client, alice: Player, bob: Player, computer: Player
):
    easy = Player.objects.of_level(LEVELS["easy"])
    play(create_game(alice, bob), *DRAW)
    play(create_game(alice, easy), *X_WINS)
    play(create_game(easy, alice), *X_WINS)
    play(create_game(computer, alice), *O_WINS)
    charts = admin_client.get("/admin/").context["charts"]
    [classic] = charts["boards"]
    assert (classic.name, classic.counts) == ("Classic", {"X": 2, "drawn": 1, "O": 1})
    assert classic.bar == [("X", 0, 50), ("drawn", 50, 25), ("O", 75, 25)]
    assert {row.name: row.counts for row in charts["levels"]} == {
        "Easy": {"won": 1, "drawn": 0, "lost": 1},
        "Champion": {"won": 1, "drawn": 0, "lost": 0},
    }


def test_games_that_are_played_now_are_shown_private_ones_too(
    admin_client: Client, alice: Player, bob: Player, charlie: Player
):
    playing = create_game(alice, bob, is_public=False)
    services.note_seen(playing, alice.pk)
    left = create_game(bob, charlie)
    response = admin_client.get("/admin/")
    assert [entry["game"].pk for entry in response.context["live"]] == [playing.pk]
    assert f'href="/admin/games/game/{playing.pk}/change/"' in response.text
    assert "1 person is playing, in 1 game." in response.text
    assert left.pk not in response.text


def test_the_page_asks_as_often_however_many_games_there_are(
    admin_client: Client, alice: Player, bob: Player
):
    def load() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get("/admin/").status_code == 200
        return len(queries)

    services.note_seen(create_game(alice, bob), alice.pk)
    few = load()
    for number in range(20):
        game = create_game(alice, bob)
        services.note_seen(game, alice.pk)
        begin(play(game, *X_WINS[: number % 6]), days_ago=number)
    assert load() == few == 11


@pytest.mark.sqlite
def test_no_query_of_the_charts_reads_all_games(alice: Player, bob: Player):
    create_game(alice, bob)
    with CaptureQueriesContext(connection) as queries:
        site_charts.read(clock.now())
    assert len(queries) == 4
    for query in [query["sql"] for query in queries]:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}")
            plan = [row[3] for row in cursor.fetchall()]
        assert not any(step.startswith("SCAN games_game") for step in plan), plan
        assert any("game_newest_first" in step for step in plan), plan


def test_an_address_with_a_nul_leads_nowhere(admin_client: Client):
    for address in ("%00/change/", "%00/review/", "?id=%00"):
        assert admin_client.get(f"/admin/games/game/{address}").status_code == 404
