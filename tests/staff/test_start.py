from datetime import timedelta
from pathlib import Path
from time import monotonic

import pytest
from django.test import Client

from games.engine import clock
from games.models import Game, Player
from games.ops import backups
from games.people.accounts.services import create_account, lock
from games.play import services
from games.staff import site
from games.web.health import Condition, HealthReport, health
from tests.playing import create_game
from tests.staff.staff import member

# Health is asked in a thread, which sees only what is committed.


@pytest.fixture(autouse=True)
def _look_anew() -> None:
    health._report = None


def test_the_theme_is_the_one_chosen_on_the_site(admin_client: Client):
    assert "data-theme=" not in admin_client.get("/admin/").text
    admin_client.cookies["theme"] = "night"
    for page in ("/admin/", "/admin/games/game/", "/admin/password_change/"):
        assert 'data-theme="night"' in admin_client.get(page).text
    login = Client()
    login.cookies["theme"] = "chalk"
    assert 'data-theme="chalk"' in login.get("/admin/login/").text


def test_each_part_is_said_to_be_well_or_not(admin_client: Client):
    fine = dict.fromkeys(HealthReport._fields, Condition.OK)
    for changes, words, is_bad in (
        ({}, "QL", False),
        ({"database": Condition.NO_ANSWER}, "does not answer", True),
        ({"migrations": Condition.MISSING}, "older than the program: run manage.py migrate", True),
        ({"events": Condition.OK}, "The servers hear from each other (Redis)", False),
        ({"events": Condition.AWAY}, "Redis is away, so", True),
    ):
        health._report, health._made_at = HealthReport(**{**fine, **changes}), monotonic()
        page = admin_client.get("/admin/").text
        assert words in page
        assert ("Nothing waits." not in page) is ('class="item bad"' in page) is is_bad, words


def test_what_waits_is_the_headline(admin_client: Client, alice: Player, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    page = admin_client.get("/admin/").text
    for words in ("Nothing waits.", "Nobody is locked out.", "No backup was made yet."):
        assert words in page
    create_account(alice, name="Alice", password="correct horse b")
    lock(alice)
    backups.note()
    page = admin_client.get("/admin/").text
    assert page.count("1 person is locked out.") == 2
    assert 'href="/admin/games/player/?kind=locked"' in page
    assert "The last backup was made today at" in page
    conditions = site._how_the_site_is(clock.now() + timedelta(days=3), sees_people=False)
    assert conditions["bad"] == ["backup"]


@pytest.mark.sqlite
def test_whoever_runs_the_site_backs_up_at_a_press(admin_client: Client, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    assert 'action="/admin/backup/"' in admin_client.get("/admin/").text
    assert "moves, checked." in admin_client.post("/admin/backup/", follow=True).text
    assert len(list(Path(tmp_path, "backups").iterdir())) == 1
    moderator = member("Moderators")
    assert 'action="/admin/backup/"' not in moderator.get("/admin/").text
    for client, method in ((moderator, "post"), (admin_client, "get")):
        assert getattr(client, method)("/admin/backup/").status_code == 403


def test_games_of_today_and_those_that_run_are_counted(admin_client: Client, alice, bob):
    running = create_game(alice, bob)
    services.note_seen(running, alice.pk)
    Game.objects.filter(pk=running.pk).update(x_seen_at=clock.now())
    resigned = create_game(alice, bob)
    services.resign(resigned.pk, alice.pk)
    assert "2 games today, 1 running now." in admin_client.get("/admin/").text
