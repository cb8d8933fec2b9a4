"""The start page of the admin: how the site is, what was played lately, and who plays now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import monotonic

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ai.computer_players import LEVELS
from games.engine import BOARDS, Mark, clock
from games.models import Game, Player
from games.ops import backups
from games.people.accounts.services import create_account, lock
from games.play import services
from games.staff import charts as site_charts
from games.staff import site_state
from games.staff.waiting import Waiting
from games.web.health import Condition, HealthReport, health
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
        f"4 games in 30 days, 1 of them today. Most, 2, on {best.day} {best:%b}."
    )


@pytest.mark.parametrize(("zone", "day"), [("UTC", 3), ("Asia/Tokyo", 4)])
def test_days_begin_at_midnight_of_the_sites_time_zone(game: Game, zone: str, day: int):
    late = datetime(2026, 5, 3, 23, 30, tzinfo=UTC)
    Game.objects.update(created_at=late)
    with timezone.override(zone):
        days = site_charts.read(late + timedelta(days=2))["daily"].days
    assert [each.date.day for each in days if each.games] == [day]


def test_the_theme_is_the_one_chosen_on_the_site(admin_client: Client):
    assert "data-theme=" not in admin_client.get("/admin/").text
    admin_client.cookies["theme"] = "night"
    for page in ("/admin/", "/admin/games/game/", "/admin/password_change/"):
        assert 'data-theme="night"' in admin_client.get(page).text
    login = Client()
    login.cookies["theme"] = "chalk"
    assert 'data-theme="chalk"' in login.get("/admin/login/").text


def test_results_are_shown_by_board_and_level(
    admin_client: Client, alice: Player, bob: Player, computer: Player
):
    easy = Player.objects.of_level(LEVELS["easy"])
    play(create_game(alice, bob), *DRAW)
    play(create_game(alice, easy), *X_WINS)
    play(create_game(easy, alice), *X_WINS)
    play(create_game(computer, alice), *O_WINS)
    charts = admin_client.get("/admin/days/").context["charts"]
    [classic] = charts["boards"]
    assert (classic.name, classic.counts) == ("Classic, X v O", {"X": 2, "drawn": 1, "O": 1})
    assert classic.bar == [("X", 0, 50), ("drawn", 50, 25), ("O", 75, 25)]
    assert {row.name: row.counts for row in charts["levels"]} == {
        "Easy": {"won": 1, "drawn": 0, "lost": 1},
        "Champion": {"won": 1, "drawn": 0, "lost": 0},
    }


def test_games_that_are_played_now_come_first_private_ones_too(
    admin_client: Client, alice: Player, bob: Player, charlie: Player
):
    playing = create_game(alice, bob, is_public=False)
    services.note_seen(playing, alice.pk)
    newer = create_game(bob, charlie)
    response = admin_client.get("/admin/")
    listed = [entry["game"].pk for entry in response.context["latest"]]
    assert listed == [playing.pk, newer.pk]
    for address in (f"game/{playing.pk}", f"player/{alice.pk}"):
        assert f'href="/admin/games/{address}/change/"' in response.text
    assert "1 running now" in response.text


def test_results_are_told_in_the_words_of_their_board(admin_client, alice: Player, bob: Player):
    variant = BOARDS["connect-four"].variant
    game = create_game(alice, bob, variant=variant)
    services.resign(game.pk, bob.pk)
    assert "Yellow won" in admin_client.get("/admin/").text
    assert "Connect Four, Yellow v Red" in admin_client.get("/admin/days/").text
    choices = admin_client.get("/admin/games/game/?board=connect-four").text
    assert "Yellow won (1)" in choices
    assert "First won (1)" in admin_client.get("/admin/games/game/").text


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
    assert load() == few == 17


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


# How the site is, in sentences


def see(game: Game, player: Player, *, ago: timedelta = timedelta()) -> None:
    game.refresh_from_db()
    services.note_seen(game, player.pk)
    for seat in ("x", "o"):
        seen = Game.objects.filter(pk=game.pk, **{f"{seat}_id": player.pk})
        seen.update(**{f"{seat}_seen_at": clock.now() - ago})


def today() -> site_state.Today:
    return site_state.today(clock.now())


def test_people_are_counted_once_and_only_while_they_show_signs_of_life(alice, bob, charlie):
    assert today() == (0, 0, 0, 0, "")
    with_bob = services.create_game(host=alice, mark=Mark.X, guest=bob)
    with_charlie = services.create_game(host=charlie, mark=Mark.X, guest=alice)
    assert today() == (2, 3, 0, 0, "")
    see(with_bob, alice)
    assert today() == (2, 3, 1, 1, "")
    see(with_bob, bob)
    see(with_charlie, alice)
    assert today() == (2, 3, 2, 2, "")
    see(with_bob, bob, ago=timedelta(minutes=2))
    see(with_charlie, charlie, ago=timedelta(minutes=2))
    assert today() == (2, 3, 2, 1, "")
    services.resign(with_bob.pk, alice.pk)
    assert today() == (2, 3, 1, 1, "")


def test_moves_a_minute_are_of_the_last_five_also_in_games_that_are_over(game, alice, bob):
    play(game, *X_WINS)
    play(services.create_game(host=alice, mark=Mark.X, guest=bob), 0, 1)
    assert today().moves == "1.4 moves a minute, over the last 5 minutes."
    game.moves.update(created_at=clock.now() - timedelta(minutes=6))
    assert today().moves == "0.4 moves a minute, over the last 5 minutes."


def test_each_part_is_said_to_be_well_or_not():
    fine = dict.fromkeys(HealthReport._fields, Condition.OK)
    for changes, words, is_bad in (
        ({}, "QL", False),
        ({"database": Condition.NO_ANSWER}, "does not answer", True),
        ({"migrations": Condition.MISSING}, "older than the program: run manage.py migrate", True),
        ({"events": Condition.OK}, "the servers hear from each other (Redis)", False),
        ({"events": Condition.AWAY}, "Redis is away, so", True),
    ):
        health._report, health._made_at = HealthReport(**{**fine, **changes}), monotonic()
        said = [part for part in site_state.parts() if words in part.words]
        assert [part.is_bad for part in said] == [is_bad], words


def test_what_waits_is_the_headline(admin_client: Client, alice: Player):
    page = admin_client.get("/admin/").text
    assert "Nothing waits." in page
    assert "Nobody is locked out, no backup was made yet" in page
    create_account(alice, name="Alice", password="correct horse b")
    lock(alice)
    page = admin_client.get("/admin/").text
    assert "<span>1 person is locked out.</span>" in page
    assert 'href="/admin/games/player/?kind=locked"' in page
    assert "Nothing else: no backup was made yet" in page


def test_an_old_backup_waits_for_somebody(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    backups.note()
    now = clock.now()
    staff = User(is_superuser=True)
    assert Waiting(now, staff).headline == "Nothing waits."
    later = Waiting(now + timedelta(days=3), staff)
    assert later.headline == "The last backup is 3\xa0days old."


@pytest.mark.sqlite
def test_its_queries_use_the_index_of_changes():
    now = clock.now()
    for query in (site_state.games_on(now), site_state.recent_moves(now)):
        plan = query.explain()
        assert "USING INDEX game_stale_first" in plan or "USING COVERING INDEX" in plan
        assert "SCAN" not in plan
