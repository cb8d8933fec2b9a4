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
    views._played.cache_clear()


def page(client: Client, path: str, status: int = 200) -> str:
    response = client.get(f"/explore/{path}")
    assert response.status_code == status, response.content
    return response.text


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def rows(html: str) -> list[str]:
    """Return the words of each kind of move, with its results."""
    kinds = re.findall(r'<a class="kind.*?</a>', html, re.DOTALL)
    results = [re.search(r'aria-label="(.*?won \d+)\s*"', kind, re.DOTALL) for kind in kinds]
    told = [" ".join(found[1].split()) if found else "" for found in results]
    return [f"{text(kind)} {words}".strip() for kind, words in zip(kinds, told, strict=True)]


def test_the_empty_board_of_connect_four_is_won_from_the_middle(client: Client):
    html = page(client, "connect-four/")
    assert "Solved: Yellow wins, in 21 of its moves." in text(html)
    assert rows(html) == [
        "d wins in 21 not played yet",
        "c, e draw not played yet",
        "b, f loses in 21 not played yet",
        "a, g loses in 20 not played yet",
    ]
    assert html.count("data-best") == 1
    assert re.search(r'href="/learn/"\s+aria-current="page"', html)


def test_moves_that_are_alike_are_one_kind(client: Client):
    html = page(client, "classic/?moves=b2")
    assert "Solved: a draw, if O takes a corner." in text(html)
    kinds = ["corner 4 squares · draw", "edge 4 squares · loses in 3"]
    assert rows(html) == [f"{kind} not played yet" for kind in kinds]
    assert html.count("data-best") == 4
    after = page(client, "classic/?moves=b2-b3")
    assert "Solved: X wins, in 3 of its moves." in text(after)
    assert rows(after)[0].startswith("a3, c3 wins in 3")


def test_a_board_on_which_all_moves_draw_rings_none(client: Client):
    html = page(client, "5x5/")
    assert "Solved: a draw, whatever X plays." in text(html)
    assert len(rows(html)) == 6
    assert all(row.startswith("like ") for row in rows(html))
    assert "like b5 8 squares · draw not played yet" in rows(html)
    assert "data-best" not in html
    assert "data-chosen" not in html


def test_what_a_page_has_no_time_to_prove_is_not_solved_by_us(client, monkeypatch):
    monkeypatch.setattr(job, "SECONDS", 0)
    html = page(client, "5x5/?moves=c3-b2-a1")
    assert "Not solved by us." in text(html)
    assert "not solved not played yet" in rows(html)[0]


def test_a_board_that_nobody_solves_says_so_beside_the_others(client: Client):
    html = page(client, "gomoku/")
    assert "Not solved by us." in text(html)
    assert 'href="/explore/classic/"' in html
    assert not rows(html)


def test_each_cell_leads_to_the_position_after_its_move(client: Client):
    html = page(client, "connect-four/?moves=d1-d2")
    links = set(re.findall(r'<a href="\?moves=([\w-]*)"\s+class="cell"', html))
    assert links == {f"d1-d2-{name}" for name in ("a1", "b1", "c1", "d3", "e1", "f1", "g1")}


def test_the_line_that_was_walked_stays(client: Client):
    html = page(client, "connect-four/?moves=d1-d2-c1&ply=1")
    assert "1 d1" in text(html)
    steps = re.findall(r'<a href="\?moves=d1-d2-c1&ply=(\d)"\s+data-step="(\w+)"', unescape(html))
    assert steps == [("0", "first"), ("0", "back"), ("2", "on"), ("3", "last")]
    assert 'href="?moves=d1-a1"' in html
    assert "moves=d1-d2-c1-" not in html


def test_moves_that_people_played_are_counted_with_their_results(client, alice, bob):
    for _ in range(2):
        private = services.create_game(host=alice, mark=Mark.X, guest=bob, is_public=False)
        play(private, *X_WINS)
    lost = services.create_game(host=alice, mark=Mark.X, guest=bob)
    play(lost, 8)  # another corner
    services.resign(lost.id, alice.pk)
    assert [row for row in rows(page(client, "classic/")) if "played yet" not in row] == [
        "corner 4 squares · draw played 3 times X won 2, drawn 0, O won 1"
    ]
    # The same position, turned.
    found = [row for row in rows(page(client, "classic/?moves=c1")) if "played yet" not in row]
    assert len(found) == 1
    assert found[0].endswith("played 2 times O won 0, drawn 0, X won 2")


def test_a_game_that_is_over_has_no_moves(client: Client):
    html = page(client, "classic/?moves=a3-a2-b3-b2-c3")
    assert "X has won. The game is over here." in text(html)
    assert not rows(html)


def test_an_address_that_is_wrong_gets_a_sentence(client: Client, subtests: pytest.Subtests):
    for path, status in {
        "chess/": 404,
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


def test_positions_of_solved_boards_alone_have_an_address():
    left_out = {id for id, board in BOARDS.items() if not address(board.variant, ())}
    assert left_out == {"6x6", "gomoku", "ultimate"}
    four = BOARDS["connect-four"].variant
    assert address(four, read_moves("44", four)) == "/explore/connect-four/?moves=d1-d2"


def test_a_review_leads_to_the_position_that_it_shows(browse, computer: Player, alice: Player):
    game = play(services.create_game(host=alice, mark=Mark.X, guest=computer), *X_WINS)
    review = browse(alice).get(f"{game.get_absolute_url()}review/?ply=2").text
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
