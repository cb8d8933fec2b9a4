"""Reports reach staff with the game beside them, and are closed; searches are in a list."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.engine import clock
from games.models import Game, Player
from games.people.moderation import services
from games.people.moderation.models import Report
from tests.people.lobby.seeks import find, two_who_met
from tests.staff.staff import member

pytestmark = pytest.mark.django_db

REPORTS = "/admin/games/report/"


def test_a_report_has_its_game_beside_it_and_is_closed(game: Game, alice: Player, bob: Player):
    services.report(game.pk, alice, kind="stalling")
    staff, report = member("Moderators"), Report.objects.get()
    page = staff.get(f"{REPORTS}{report.pk}/change/").text
    for link in (f"game/{game.pk}", f"player/{alice.pk}", f"player/{bob.pk}"):
        assert f'href="/admin/games/{link}/change/"' in page
    assert "Keeps others waiting" in page
    act = {"action": "close_reports", "_selected_action": report.pk, "confirmed": "yes"}
    assert "1 report was closed." in staff.post(REPORTS, act, follow=True).text
    shown = [staff.get(f"{REPORTS}?state={state}").text for state in ("open", "closed")]
    assert ["Bob" in each for each in shown] == [False, True]


def test_staff_read_what_the_reporter_wrote(game: Game, alice: Player):
    services.report(game.pk, alice, kind="other", words="Spells <b>rude</b> words on the board")
    staff, report = member("Viewers"), Report.objects.get()
    for address in (REPORTS, f"{REPORTS}{report.pk}/change/"):
        assert "Spells &lt;b&gt;rude&lt;/b&gt; words on the board" in staff.get(address).text


def test_the_start_page_says_first_which_reports_wait(game: Game, alice: Player, bob: Player):
    staff = member("Moderators")
    assert "wait" not in staff.get("/admin/").text
    services.report(game.pk, alice, kind="name")
    Report.objects.update(created_at=clock.now() - timedelta(hours=3, minutes=5))
    page = staff.get("/admin/").text
    waiting = '<a href="/admin/games/report/?state=open">1 report waits, 3\xa0hours old.</a>'
    assert page.index(waiting) < page.index("Nobody is here now")
    services.report(game.pk, bob, kind="name")
    assert "2 reports wait, the oldest 3\xa0hours old." in staff.get("/admin/").text
    for report in Report.objects.all():
        services.close_report(report)
    assert "report waits" not in staff.get("/admin/").text


def test_who_looks_for_somebody_is_listed(admin_client: Client, alice, bob, charlie):
    two_who_met(alice, bob)
    waiting = find(charlie)
    response = admin_client.get("/admin/games/game/?anyone=waiting")
    assert [each.pk for each in response.context["cl"].result_list] == [waiting.pk]
