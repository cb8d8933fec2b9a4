from __future__ import annotations

import re
from collections import OrderedDict
from html import unescape

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from games.engine import BOARDS, Mark, read_moves
from games.models import Player
from games.play import limits, services
from games.study.explorer import job, views
from games.study.explorer.addresses import address
from games.study.session_progress import ANSWERED, EXPLORER
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job.solutions, "kept", OrderedDict())
    views._latest.cache_clear()


def page(client: Client, path: str, status: int = 200) -> str:
    response = client.get(f"/explore/{path}")
    assert response.status_code == status, response.content
    return response.content.decode()


def rows(html: str) -> list[list[str]]:
    table = html.partition("<tbody>")[2].partition("</tbody>")[0]
    cells = re.compile(r"<(?:th|td)\b.*?>(.*?)</(?:th|td)>", re.DOTALL)
    without_tags = [
        [" ".join(unescape(re.sub(r"<.*?>", "", cell)).split()) for cell in cells.findall(row)]
        for row in table.split("</tr>")
    ]
    return [row for row in without_tags if row]


def test_the_empty_board_of_connect_four_is_won_from_the_middle(client: Client):
    html = page(client, "connect-four/")
    assert "Solved: Yellow to move, win in 21 moves" in html
    assert [row[:2] for row in rows(html)] == [
        ["d1", "win in 21 moves"],
        ["c1", "draw"],
        ["e1", "draw"],
        ["b1", "loss in 21 moves"],
        ["f1", "loss in 21 moves"],
        ["a1", "loss in 20 moves"],
        ["g1", "loss in 20 moves"],
    ]


def test_each_cell_leads_to_the_position_after_its_move(client: Client):
    html = page(client, "connect-four/?moves=d1-d2")
    links = set(re.findall(r'<a href="\?moves=([\w-]*)"\s+class="cell"', html))
    assert links == {f"d1-d2-{name}" for name in ("a1", "b1", "c1", "d3", "e1", "f1", "g1")}
    assert 'href="?moves=d1">Take back' in html


def test_moves_that_people_played_are_counted_with_their_results(
    client: Client, alice: Player, bob: Player
):
    for _ in range(2):
        private = services.create_game(host=alice, mark=Mark.X, guest=bob, is_public=False)
        play(private, *X_WINS)
    lost = services.create_game(host=alice, mark=Mark.X, guest=bob)
    play(lost, X_WINS[0])
    services.resign(lost.id, alice.pk)
    variant = BOARDS["classic"].variant
    first = variant.cell_name(X_WINS[0])
    found = {row[0]: row[2:] for row in rows(page(client, "classic/"))}
    assert found.pop(first) == ["3", "2 · 0 · 1"]
    assert set(map(tuple, found.values())) == {("0", "")}
    second = variant.cell_name(X_WINS[1])
    found = {row[0]: row[2:] for row in rows(page(client, f"classic/?moves={first}"))}
    assert found[second] == ["2", "0 · 0 · 2"]


def test_a_game_that_is_over_has_no_moves(client: Client):
    html = page(client, "classic/?moves=a3-a2-b3-b2-c3")
    assert "X has won" in html
    assert "The game is over here." in html
    assert not rows(html)


def test_an_address_that_is_wrong_gets_a_sentence(client: Client, subtests: pytest.Subtests):
    for path, status in {
        "chess/": 404,
        "gomoku/": 404,
        "classic/?moves=z9": 400,
        "classic/?moves=b2-b2": 400,
    }.items():
        with subtests.test(path=path):
            html = page(client, path, status)
            said = "This is not there for that board." if status == 404 else "No game leads to that"
            assert said in html
            assert 'role="alert"' in html
            assert 'href="/explore/connect-four/"' in html


def test_solving_is_limited_and_what_is_solved_is_not(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(limits.PER_ADDRESS, limits.SEARCHES, [limits.parse("1/minute")])
    client = Client(REMOTE_ADDR="10.0.0.1")
    for _ in range(2):
        page(client, "classic/?moves=b2-a3-c1")
    page(client, "classic/?moves=b2-a3-c3", 429)


def test_the_search_tree_leads_to_the_explorer_of_solved_boards(client: Client):
    assert 'href="/explore/classic/?moves=b2"' in client.get("/tree/?moves=b2").content.decode()
    shown = client.get("/tree/?board=gomoku").content.decode()
    assert "/explore/" not in shown
    left_out = {id for id, board in BOARDS.items() if not address(board.variant, ())}
    assert left_out == {"6x6", "gomoku", "ultimate", "notakto", "notakto-3"}
    four = BOARDS["connect-four"].variant
    assert address(four, read_moves("44", four)) == "/explore/connect-four/?moves=d1-d2"


def test_games_and_reviews_lead_to_the_position_that_they_show(
    browse, computer: Player, alice: Player, bob: Player
):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer)
    friends = services.create_game(host=alice, mark=Mark.X, guest=bob)
    client = browse(alice)
    play(friends, X_WINS[0])
    assert "/explore/" not in client.get(f"{friends.get_absolute_url()}?ply=0").text
    for each, moves in ((game, X_WINS), (friends, X_WINS[1:])):
        play(each, *moves)
        assert (
            'href="/explore/classic/?moves=a3-a2-b3-b2"' in client.get(each.get_absolute_url()).text
        )
    review = client.get(f"{game.get_absolute_url()}review/?ply=2").text
    assert 'href="/explore/classic/?moves=a3-a2"' in review


@pytest.mark.parametrize("path", ["/explore/classic/", "/tree/", "/tree/two-ways/", "/own-player/"])
def test_a_look_begins_no_session(path: str, client: Client):
    assert client.get(path).status_code == 200
    assert not Session.objects.exists()
    assert not client.cookies.get(settings.SESSION_COOKIE_NAME)


def test_who_has_a_session_is_noted_to_have_looked(browse, alice: Player):
    client = browse(alice)
    client.get("/explore/classic/")
    assert client.session[ANSWERED] == {EXPLORER: [1]}
