import csv
import re

import pytest
from django.test import Client

from games.engine import CLASSIC
from games.models import Player
from games.tournaments import entrants, hosting, matches, questions
from games.tournaments.models import Tournament
from tests.playing import create_game, play
from tests.reviews import review_game
from tests.tournaments.tournaments import opened, resign, running, signed_in, started

pytestmark = pytest.mark.django_db


def test_a_class_is_opened_by_one_press_and_its_code_hangs_on_the_wall():
    client = Client()
    assert "One link for all." in client.get("/t/new/").text
    response = client.post("/t/new/", {"boards": "classic", "minutes": "15", "kind": "arena"})
    tournament = Tournament.objects.get()
    assert response["Location"] == f"/t/{tournament.pk}/wall/"
    wall = client.get(response["Location"]).text
    assert tournament.code in wall
    assert "Begin" in wall
    assert "Begin" not in Client().get(response["Location"]).text
    assert "noindex" in client.get(response["Location"])["X-Robots-Tag"]


@pytest.mark.parametrize("data", [{}, {"boards": "chess", "minutes": "15", "kind": "arena"}])
def test_without_a_board_nothing_is_opened(data):
    response = Client().post("/t/new/", data)
    assert response.status_code == 400
    assert "Choose at least one board." in response.text


def test_only_the_host_steers():
    tournament = opened(2)
    host = signed_in(tournament.host)
    assert Client().get(f"/t/{tournament.pk}/host/").status_code == 403
    assert Client().post(f"/t/{tournament.pk}/host/start/").status_code == 403
    page = host.get(f"/t/{tournament.pk}/host/").text
    assert "2 are here" in page
    for act in ("lock", "made-up-names", "unlock", "own-names", "start", "add-time", "pause"):
        assert host.post(f"/t/{tournament.pk}/host/{act}/").status_code == 302
    page = host.get(f"/t/{tournament.pk}/host/").text
    assert "paused" in page
    host.post(f"/t/{tournament.pk}/host/go-on/")
    host.post(f"/t/{tournament.pk}/host/stop-all/")
    host.post(f"/t/{tournament.pk}/host/end/")
    hosting.tick()
    assert "It is over." in host.get(f"/t/{tournament.pk}/host/").text
    refused = host.post(f"/t/{tournament.pk}/host/pause/")
    assert refused.status_code == 409
    host.post(f"/t/{tournament.pk}/host/delete/")
    assert not Tournament.objects.exists()


def test_before_it_begins_the_host_changes_what_was_chosen():
    tournament = opened(2, minutes=20)
    host, address = signed_in(tournament.host), f"/t/{tournament.pk}/change/"
    assert f'href="{address}"' in host.get(f"/t/{tournament.pk}/host/").text
    form = host.get(address).text
    assert re.findall(r'value="([\w-]+)"\s+checked', form) == ["classic", "20", "arena"]
    chosen = {"boards": "gomoku", "minutes": "5", "kind": "arena", "control": "3+2"}
    assert host.post(address, chosen)["Location"] == f"/t/{tournament.pk}/host/"
    tournament.refresh_from_db()
    assert (tournament.boards, tournament.minutes, tournament.control) == (["gomoku"], 5, "3+2")
    assert "Choose at least one board." in host.post(address, {"minutes": "5"}).text
    hosting.start(tournament)
    assert host.post(address, chosen).status_code == 409


def test_who_needs_the_host_is_renamed_and_removed_as_anybody_else():
    tournament = started(4)
    resting, *_others = tournament.entrants.all()
    entrants.rest(resting)
    page = signed_in(tournament.host).get(f"/t/{tournament.pk}/host/")
    assert [why for _row, why in page.context["needing"]] == ["resting"]
    rows = re.findall(r'name="entrant" value="(\d+)"', page.text)
    assert sorted(map(int, rows)) == sorted(each.pk for each in tournament.entrants.all())


def test_the_end_and_deletion_ask_first():
    tournament = started(2)
    host, address = signed_in(tournament.host), f"/t/{tournament.pk}/host/"
    assert f'formaction="{address}end/"' not in host.get(address).text
    assert f'formaction="{address}end/"' in host.get(f"{address}?ask=end").text
    matches.break_off(tournament)
    hosting.end(tournament)
    hosting.tick()
    assert not host.get(address).context["needing"]
    assert f'formaction="{address}delete/"' not in host.get(address).text
    assert f'formaction="{address}delete/"' in host.get(f"{address}?ask=delete").text


def test_the_host_renames_and_removes_and_plays_along():
    tournament = opened(1)
    entrant, host = tournament.entrants.get(), signed_in(tournament.host)
    data = {"entrant": entrant.pk, "name": "Ida"}
    host.post(f"/t/{tournament.pk}/host/rename/", data)
    assert tournament.entrants.get().name == "Ida"
    host.post(f"/t/{tournament.pk}/host/play-along/")
    assert tournament.entrants.count() == 2
    host.post(f"/t/{tournament.pk}/host/remove/", data)
    entrant.refresh_from_db()
    assert entrant.state == "out"


def test_a_position_shown_to_all_is_answered_by_everyone_and_then_the_answers_are_shown():
    tournament = opened(2)
    host = signed_in(tournament.host)
    data = {"board": "3x3x3", "moves": "a3-b2-c1"}
    assert host.post(f"/t/{tournament.pk}/host/ask/", data).status_code == 302
    for entrant, cell in zip(tournament.entrants.all(), (1, 6), strict=True):
        client = signed_in(entrant.player)
        assert "O to move.<br>Where?" in client.get(tournament.get_absolute_url()).text
        client.post(f"/t/{tournament.pk}/answer/", {"cell": cell})
        assert "Look at the wall." in client.get(tournament.get_absolute_url()).text
    address = f"/t/{tournament.pk}/wall/"
    assert "<b>2</b> of 2 have answered" in host.get(address).text
    host.post(f"/t/{tournament.pk}/host/show-on/", {"wall": ""})
    shown = host.get(address).text
    assert "1 of 2<br>hold it." in shown
    assert "An edge: X must answer." in shown
    assert "A corner: X takes the other one and has two threats." in shown
    assert "Show what happens" in shown
    host.post(f"/t/{tournament.pk}/host/show-on/", {"wall": ""})
    assert "O plays a1. That loses." in Client().get(address).text
    for _ in range(9):
        host.post(f"/t/{tournament.pk}/host/show-on/", {"wall": ""})
    assert "Three in a row: X wins." in Client().get(address).text
    host.post(f"/t/{tournament.pk}/host/close-question/", {"wall": ""})
    assert "You are in!" in client.get(tournament.get_absolute_url()).text


@pytest.mark.parametrize(
    ("moves", "cell", "reason"),
    [
        ("a3-c1-a2-b1", "a1", "A1: X wins."),
        ("a3-c1-a2-b1", "b3", "An edge: O wins at once."),
        ("b1-a2-c3-b3", "a1", "A1: X has two threats."),
        ("b1-a1-c1-b3", "a2", "An edge: O takes a corner and has two threats."),
        ("b3-c2", "a3", "A3: O then wins."),
        ("b3-c2", "a2", "An edge: O holds it."),
        ("b1", "b3", "B3: X finds no win."),
    ],
)
def test_an_answer_is_shown_with_its_reason(moves, cell, reason):
    tournament = opened(1)
    questions.ask(tournament, "3x3x3", moves)
    questions.answer(tournament.entrants.get(), CLASSIC.cell_named(cell))
    questions.show_on(tournament)
    assert reason in Client().get(f"/t/{tournament.pk}/wall/").text


@pytest.mark.parametrize("moves", ["a1-a1", "x9", "a3-a2-b3-b2-c3"])
def test_a_position_that_is_none_is_not_shown(moves):
    tournament = opened(1)
    data = {"board": "3x3x3", "moves": moves}
    host = signed_in(tournament.host)
    assert host.post(f"/t/{tournament.pk}/host/ask/", data).status_code == 400


def test_table_and_games_are_files_in_which_no_name_is_a_formula():
    tournament = started(2)
    entrant = tournament.entrants.first()
    assert entrant
    entrants.rename(entrant, "=1+1")
    [game] = running(tournament)
    resign(game, game.o)
    host = signed_in(tournament.host)
    table = list(csv.reader(host.get(f"/t/{tournament.pk}/table.csv").text.splitlines()))
    assert table[0] == ["place", "name", "points", "wins", "games"]
    assert "'=1+1" in {row[1] for row in table}
    games = list(csv.reader(host.get(f"/t/{tournament.pk}/games.csv").text.splitlines()))
    assert len(games) == 2


def test_the_host_shows_positions_of_lessons_puzzles_and_own_games_to_all():
    tournament = opened(1)
    host, address = signed_in(tournament.host), f"/t/{tournament.pk}/ask/"
    assert Client().get(address).status_code == 403
    assert tournament.host
    game = play(create_game(tournament.host, Player.objects.create()), 0, 4, 8, 2, 6, 1, 7)
    review_game(game)
    for source in ("forks", "puzzles", "own-games"):
        shown = host.get(address, {"of": source}).context["positions"]
        assert 0 < len(shown) <= 12
        host.post(f"/t/{tournament.pk}/host/ask/", shown[-1])
        wall = host.get(f"/t/{tournament.pk}/wall/")
        assert wall.context["asked"]["moves"] == shown[-1]["moves"]
    assert host.get(address, {"of": "nothing"}).context["positions"] == []


def test_the_seat_of_the_host_goes_on_at_a_second_device():
    tournament = opened(1)
    first, second, address = signed_in(tournament.host), Client(), f"/t/{tournament.pk}/host/"
    page = first.get(address)
    assert f'name="next" value="{address}"' in page.text
    link = first.post("/device/", {"next": address}).context["link"]
    assert second.post(link)["Location"] == address
    assert second.post(f"{address}lock/").status_code == 302
    assert first.post(f"{address}unlock/").status_code == 403
    tournament.refresh_from_db()
    assert tournament.is_locked
