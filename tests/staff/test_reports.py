from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client

from games.engine import clock
from games.engine.presets import read_variant
from games.models import Game, HiddenName, MaskedWord, Player
from games.people.accounts.services import create_account
from games.people.friends.chat import send_message
from games.people.moderation import services
from games.people.moderation.models import Block, Report, Restriction
from games.play.services import rename_player
from tests.playing import create_game, play
from tests.staff.staff import member

REPORTS = "/admin/games/report/"


def happened(staff: Client, game: Game) -> list[str]:
    context = staff.get(f"/admin/games/game/{game.pk}/change/").context
    return [words for _, _, words, _ in context["said"]]


def page_of(report: Report) -> str:
    return f"{REPORTS}{report.pk}/change/"


def decide(staff: Client, report: Report, decision: str, reason: str = "rude", **more: str):
    data = {"decision": decision, "reason": reason, "days": "7", **more}
    return staff.post(f"{REPORTS}{report.pk}/change/", data, follow=True)


def test_a_report_is_one_page_with_the_game_and_both_people(game: Game, alice, bob: Player):
    staff, viewer = member("Moderators"), member("Viewers")
    play(game, 4)
    send_message(game.pk, alice.pk, text=":oops:")
    send_message(game.pk, bob.pk, text="Ha, got you")
    assert "said something" in happened(viewer, game)
    services.report(game.pk, alice, kind="stalling")
    services.report(game.pk, alice, kind="other", words="Spells <b>rude</b> words")
    assert "Ha, got you" in happened(viewer, game)
    report = Report.objects.get(kind="other")
    page = viewer.get(page_of(report))
    for link in (f"game/{game.pk}", f"player/{alice.pk}", f"player/{bob.pk}"):
        assert f'href="/admin/games/{link}/change/"' in page.text
    for text in (page.text, viewer.get(REPORTS).text):
        assert "Spells &lt;b&gt;rude&lt;/b&gt; words" in text
    assert "Report 2 of 2, waits a moment" in page.text
    said = [(1, "Alice", "Oops!", False), (1, "Bob", "Ha, got you", False)]
    assert (page.context["lines"], page.context.get("decisions")) == (said, None)
    reported, reporter = page.context["people"]
    assert (reported["about"], reporter["about"]) == (2, 0)
    others = f"{REPORTS}?reported__id__exact={bob.pk}"
    assert len(viewer.get(others).context["cl"].result_list) == 2
    decide(staff, report, "dismiss")
    shown = [staff.get(f"{REPORTS}?closed_at__isempty={state}").text for state in (1, 0)]
    assert ["Spells" in each for each in shown] == [False, True]


def test_the_list_has_the_order_in_which_reports_wait(game: Game, alice: Player, bob: Player):
    for kind, by in (("name", bob), ("other", alice), ("stalling", alice)):
        services.report(game.pk, by, kind=kind)
    closed, first, second = Report.objects.order_by("pk")
    services.close_report(closed)
    listed = member("Viewers").get(REPORTS).context["cl"].result_list
    assert list(listed) == [first, second, closed]
    assert list(services.waiting_reports()) == [first, second]


def test_decisions_and_reasons_follow_the_kind(game: Game, alice: Player):
    staff, found = member("Moderators"), {}
    for kind in ("other", "name", "stalling"):
        services.report(game.pk, alice, kind=kind)
        page = staff.get(page_of(Report.objects.get(kind=kind)))
        assert f'value="{page.context["reasons"][0]}"' in page.text
        found[kind] = list(page.context["decisions"])
    for_all = ["apart", "lock", "dismiss"]
    assert found == {
        "other": ["silence", *for_all],
        "name": ["hide", *for_all],
        "stalling": for_all,
    }


def test_the_game_of_a_report_is_stepped_through(game: Game, alice: Player):
    play(game, 4, 0)
    services.report(game.pk, alice, kind="name")
    staff, address = member("Viewers"), page_of(Report.objects.get())
    for query, number in (("", 2), ("?ply=1", 1), ("?ply=3", 2)):
        page = staff.get(address + query)
        assert page.context["number"] == number
        assert page.context["drawing"].last == (4, 0)[number - 1]


def test_after_a_decision_comes_the_next_report_and_the_log_has_the_reason(game, alice, bob):
    services.report(game.pk, alice, kind="name")
    services.report(game.pk, bob, kind="name")
    staff, (first, second) = member("Moderators"), Report.objects.order_by("pk")
    start = staff.get("/admin/").text
    assert "2 reports wait." in start
    assert f'href="{page_of(first)}"' in start
    response = decide(staff, first, "hide", own="Name of a teacher")
    assert response.redirect_chain[0][0] == page_of(second)
    assert "Hide the name: Name of a teacher." in response.text
    assert HiddenName.objects.has("Bob")
    assert Player.objects.get(pk=bob.pk).name != "Bob"
    told = {entry.object_id: entry.get_change_message() for entry in LogEntry.objects.all()}
    said = "Hide the name: Name of a teacher"
    assert told == {str(first.pk): said, str(bob.pk): said}
    assert f"{said}" in staff.get(page_of(first)).text
    assert decide(staff, second, "dismiss").redirect_chain[0][0] == "/admin/"
    assert not Report.objects.filter(closed_at=None).exists()


def test_a_name_that_was_changed_meanwhile_is_hidden_and_the_new_one_stays(game, alice, bob):
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
        assert 'role="alert"' in decide(staff, report, "lock", days=days).text
    assert "Lock out for 3 days: rude." in decide(staff, report, "lock", days="3").text
    lock = Restriction.objects.get(kind="lock", player=bob)
    assert timedelta(days=2) < lock.until - clock.now() <= timedelta(days=3)
    assert not User.objects.filter(player=bob, is_active=True).exists()
    assert "cannot be done any more" in decide(staff, report, "lock").text


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
    assert [words for _, _, words, is_reported in page.context["lines"] if is_reported] == [
        threat.words
    ]
    assert next(iter(page.context["decisions"])) == "silence"
    decide(staff, report, "silence", "threat")
    decide(staff, report, "apart", "threat")
    assert Restriction.objects.get().player == bob
    assert Block.objects.get().by_staff
    assert "silenced until" in staff.get(page_of(report)).text


def test_lines_with_masked_words_stand_out_beside_the_one_that_was_picked(game, alice, bob):
    MaskedWord.objects.create(word="idiot")
    for player, words in ((bob, "Idiot"), (alice, "idiot too"), (bob, "I find you")):
        send_message(game.pk, player.pk, text=words)
    picked = services.lines_of(game, bob).last()
    services.report(game.pk, alice, kind="said", line=str(picked.pk))
    lines = member("Viewers").get(page_of(Report.objects.get())).context["lines"]
    assert [is_reported for *_, is_reported in lines] == [True, False, True]


def test_pieces_beside_names_and_moves_have_the_colours_of_the_board(alice: Player, bob: Player):
    game = play(create_game(alice, bob, variant=read_variant("connect-four")), 38)
    services.report(game.pk, alice, kind="name")
    viewer = member("Viewers")
    page = viewer.get(page_of(Report.objects.get())).text
    assert 'aria-label="The game" data-pieces="discs"' in page
    page = viewer.get(f"/admin/games/game/{game.pk}/change/").text
    assert 'class="beside" data-pieces="discs"' in page


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
    page = decide(staff, report, "dismiss", "").text
    assert '<legend role="alert">Say why in a few words; they are kept in the log.</legend>' in page
    assert "cannot be done any more" in decide(staff, report, "burn", "{x}").text
    assert Report.objects.get().closed_at is None
    assert not LogEntry.objects.exists()
