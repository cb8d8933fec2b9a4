"""Reports reach staff with the game beside them, and are closed; searches are in a list."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Player
from games.people.moderation import services
from games.people.moderation.models import Report
from tests.people.matching.seeks import find, two_who_met
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


def test_a_report_stays_when_its_game_is_deleted(admin_client: Client, game: Game, alice: Player):
    services.report(game.pk, alice, kind="name")
    game.delete()
    assert (
        "The game was deleted."
        in admin_client.get(f"{REPORTS}{Report.objects.get().pk}/change/").text
    )


def test_who_looks_for_somebody_is_listed(admin_client: Client, alice, bob, charlie):
    two_who_met(alice, bob)
    waiting = find(charlie)
    response = admin_client.get("/admin/games/game/?anyone=waiting")
    assert [each.pk for each in response.context["cl"].result_list] == [waiting.pk]
