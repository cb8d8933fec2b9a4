"""Reports reach staff with the game beside them, and are closed; searches are in a list."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client

from games.engine import clock
from games.models import Game, HiddenName, Player
from games.people.accounts.services import create_account
from games.people.friends.chat import send_message
from games.people.moderation import services
from games.people.moderation.models import Block, Report, Restriction
from games.play.services import rename_player
from tests.playing import play
from tests.staff.staff import member

pytestmark = pytest.mark.django_db

REPORTS = "/admin/games/report/"


def happened(staff: Client, game: Game) -> list[str]:
    context = staff.get(f"/admin/games/game/{game.pk}/change/").context
    return [line.words for line in context["lines"]]


def page_of(report: Report) -> str:
    return f"{REPORTS}{report.pk}/change/"


def decide(staff: Client, report: Report, decision: str, reason: str = "Rude", **more: str) -> Any:
    data = {"decision": decision, "reason": reason, "days": "7", **more}
    return staff.post(f"{REPORTS}{report.pk}/decide/", data, follow=True)


def test_a_report_is_one_page_until_it_is_dismissed(game: Game, alice: Player, bob: Player):
    services.report(game.pk, alice, kind="stalling")
    staff, report = member("Moderators"), Report.objects.get()
    page = staff.get(page_of(report)).text
    for link in (f"game/{game.pk}", f"player/{alice.pk}", f"player/{bob.pk}"):
        assert f'href="/admin/games/{link}/change/"' in page
    assert "Keeps others waiting" in page
    assert "One of 1, waits" in page
    decide(staff, report, "dismiss")
    shown = [staff.get(f"{REPORTS}?closed_at__isempty={state}").text for state in (1, 0)]
    assert ["Bob" in each for each in shown] == [False, True]


def test_a_report_says_what_was_said_in_the_game_and_what_was_reported_before(
    game: Game, alice: Player, bob: Player
):
    play(game, 4)
    send_message(game.pk, alice.pk, text=":oops:")
    send_message(game.pk, bob.pk, text="Ha, got you")
    assert "Bob said something" in happened(member("Viewers"), game)
    services.report(game.pk, alice, kind="name")
    assert "Bob said “Ha, got you”" in happened(member("Viewers"), game)
    services.report(game.pk, alice, kind="stalling")
    context = member("Viewers").get(page_of(Report.objects.get(kind="name"))).context
    said = [(1, "Alice", "Oops!", False), (1, "Bob", "Ha, got you", False)]
    assert context["said"] == said
    reported, reporter = context["people"]
    assert (reported["about"], reported["by"], reporter["about"]) == (1, 0, 0)
    others = f"{REPORTS}?reported__id__exact={bob.pk}"
    assert len(member("Viewers").get(others).context["cl"].result_list) == 2
    assert context["decisions"] == []


def test_after_a_decision_comes_the_next_report_and_the_log_has_the_reason(
    game: Game, alice: Player, bob: Player
):
    services.report(game.pk, alice, kind="name")
    services.report(game.pk, bob, kind="name")
    staff, (first, second) = member("Moderators"), Report.objects.order_by("pk")
    response = decide(staff, first, "hide", own="Name of a teacher")
    assert response.redirect_chain[0][0] == page_of(second)
    assert "Hid the name." in response.text
    assert HiddenName.objects.has("Bob")
    assert Player.objects.get(pk=bob.pk).name != "Bob"
    told = {entry.object_id: entry.get_change_message() for entry in LogEntry.objects.all()}
    said = "Hid the name: Name of a teacher"
    assert told == {str(first.pk): said, str(bob.pk): said}
    assert f"{said}" in staff.get(page_of(first)).text
    assert decide(staff, second, "dismiss").redirect_chain[0][0] == "/admin/"
    assert not Report.objects.filter(closed_at=None).exists()


def test_a_name_that_was_changed_meanwhile_is_hidden_and_the_new_one_stays(
    game: Game, alice: Player, bob: Player
):
    services.report(game.pk, alice, kind="name")
    rename_player(bob, name="Robert")
    decide(member("Moderators"), Report.objects.get(), "hide")
    assert HiddenName.objects.has("Bob")
    assert Player.objects.get(pk=bob.pk).name == "Robert"


@pytest.mark.parametrize("has_account", [True, False])
def test_a_person_is_locked_out_from_the_report(game: Game, alice, bob: Player, has_account: bool):
    if has_account:
        create_account(bob, name="Bob", password="correct horse b")
    services.report(game.pk, alice, kind="stalling")
    staff, report = member("Moderators"), Report.objects.get()
    for days in ("0", "many", "9" * 30):
        assert "Say for how many days" in decide(staff, report, "lock", days=days).text
    assert "Locked out for 3 days." in decide(staff, report, "lock", days="3").text
    lock = Restriction.objects.get(kind="lock", player=bob)
    assert timedelta(days=2) < lock.until - clock.now() <= timedelta(days=3)
    assert not User.objects.filter(player=bob, is_active=True).exists()
    assert decide(staff, report, "lock").status_code == 403  # is locked out already


def test_a_guest_who_threatens_is_silenced_and_kept_away(browse, game: Game, alice, bob: Player):
    for words in ("Well played", "I know where you live"):
        send_message(game.pk, bob.pk, text=words)
    threat = services.lines_of(game, bob).last()
    page = browse(alice).get(f"/g/{game.pk}/person/").text
    assert "“<bdi>I know where you live</bdi>”" in page
    report = {"kind": "said", "line": str(threat.pk)}
    browse(alice).post(f"/g/{game.pk}/report/", report)
    staff, report = member("Moderators"), Report.objects.get()
    page = staff.get(page_of(report))
    assert [words for _, _, words, is_reported in page.context["said"] if is_reported] == [
        threat.words
    ]
    assert page.context["decisions"][0] == "silence"
    decide(staff, report, "silence", "Threat")
    decide(staff, report, "apart", "Threat")
    assert Restriction.objects.get().player == bob
    assert Block.objects.get().by_staff
    assert "silenced until" in staff.get(page_of(report)).text


def test_what_one_has_not_said_is_no_line(browse, game: Game, alice: Player, bob: Player):
    assert 'value="said"' not in browse(alice).get(f"/g/{game.pk}/person/").text
    send_message(game.pk, alice.pk, text="Mine")
    own = services.lines_of(game, alice).get()
    for line in (str(own.pk), "1" * 30, "x"):
        services.report(game.pk, alice, kind="said", line=line)
    assert Report.objects.get().line is None


def test_a_decision_needs_a_reason_and_must_be_possible(game: Game, alice: Player):
    services.report(game.pk, alice, kind="name")
    staff, report = member("Moderators"), Report.objects.get()
    assert "Say why in a few words" in decide(staff, report, "dismiss", "").text
    assert decide(staff, report, "burn").status_code == 404
    assert Report.objects.get().closed_at is None
    assert not LogEntry.objects.exists()


def test_staff_read_what_the_reporter_wrote(game: Game, alice: Player):
    services.report(game.pk, alice, kind="other", words="Spells <b>rude</b> words on the board")
    staff, report = member("Viewers"), Report.objects.get()
    for address in (REPORTS, f"{REPORTS}{report.pk}/change/"):
        assert "Spells &lt;b&gt;rude&lt;/b&gt; words on the board" in staff.get(address).text


def test_the_start_page_says_first_which_reports_wait(game: Game, alice: Player, bob: Player):
    staff = member("Moderators")
    assert "Nothing waits." in staff.get("/admin/").text
    services.report(game.pk, alice, kind="name")
    page = staff.get("/admin/").text
    assert "1 report waits." in page
    assert f'href="{page_of(Report.objects.get())}"' in page
    services.report(game.pk, bob, kind="name")
    assert "2 reports wait." in staff.get("/admin/").text
