"""The page of the search tree, and its pieces."""

from __future__ import annotations

import re
from collections import OrderedDict
from html import unescape

import pytest
from django.test import Client

from games.engine import BOARDS, Mark
from games.models import Player
from games.play import limits, services
from games.study.tree import job
from games.study.tree.search_methods import METHODS
from tests.playing import X_WINS, play, url

pytestmark = pytest.mark.django_db

WON = "a3-a2-b3-b2-c3"


@pytest.fixture(autouse=True)
def _forget_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job.trees, "kept", OrderedDict())
    monkeypatch.setattr(job, "counts", {})


def page(client: Client, query: str = "", status: int = 200, path: str = "/tree/") -> str:
    response = client.get(f"{path}?{query}")
    assert response.status_code == status, response.content
    return response.content.decode()


def nodes(html: str) -> list[str]:
    """Return the paths of the nodes on a page, in their order."""
    return re.findall(r'<li data-node="(.*?)"', html)


def test_the_page_shows_the_root_and_the_moves_in_the_order_of_the_search(client: Client):
    root, *children = nodes(page(client, "moves=b2-a3-c1"))
    found = job.trees.kept.popitem()[1].result().root
    variant = BOARDS["classic"].variant
    assert root == ""
    assert children == [variant.cell_name(child.cell) for child in found.children]


def test_a_path_unfolds_the_way_to_a_node_from_which_one_steps_on(client: Client):
    html = unescape(page(client, "moves=b2-a3-c1&path=c3-b3"))
    assert nodes(html)[:3] == ["", "c3", "c3-b3"]
    back = re.search(r'data-step="back" href="([^"]*)"', html)
    assert back
    assert back[1].endswith("&path=c3")


def test_every_idea_counts_its_positions(client: Client):
    assert page(client, "moves=a3-b3").count(">?</td>") == len(METHODS) - 1
    for method in METHODS.values():
        query = f"moves=a3-b3&search={method.id}"
        counted = client.get(f"/tree/count/?{query}").json()["count"]
        expected = job.counts[next(reversed(job.trees.kept))]
        assert counted == f"{expected.nodes:,}"
    assert page(client, "moves=a3-b3").count(">?</td>") == 0


def test_without_scripts_all_ideas_are_counted_at_once(client: Client):
    html = page(client, "moves=a3-b3-c3&count=all")
    assert html.count(">?</td>") == 0
    assert len(job.counts) == len(METHODS)


def test_minimax_shows_no_window_and_alpha_beta_does(client: Client):
    assert "β <b>" not in page(client, "moves=b2-a3-c1&search=minimax")
    assert "β <b>" in page(client, "moves=b2-a3-c1&search=alpha-beta")


def test_a_branch_that_is_cut_off_says_why(client: Client):
    html = unescape(page(client, "moves=a3-b3-c3&search=alpha-beta&path=b2"))
    rows = re.findall(r'<li data-node="(.*?)".*?class="why">(.*?)<', html, re.DOTALL)
    path, reason = next(row for row in rows if "will not come here" in row[1] and "-" in row[0])
    sentence = r"[XO] already has \S+. Here it would have [≤≥ +−\d]+, which is no better, so it "
    assert re.fullmatch(sentence + r"will not come here\.", reason)
    below = page(client, f"moves=a3-b3-c3&search=alpha-beta&path={path}")
    assert "Cut off: the moves before were enough." in below


def test_what_is_not_recorded_is_a_link_to_a_tree_of_its_own(client: Client):
    page(client, "board=classic&search=alpha-beta")
    node, path = job.trees.kept.popitem()[1].result().root, []
    while len(node.children) == node.searched:
        node = max(node.children, key=lambda child: child.number)
        path.append(BOARDS["classic"].variant.cell_name(node.cell))
    html = unescape(page(client, f"moves=&search=alpha-beta&path={'-'.join(path)}"))
    assert "The search went on here, but its steps are not kept." in html
    address = f"board=classic&search=alpha-beta&moves=+{'-'.join(path)}"
    assert f'href="?{address}"' in html
    assert nodes(page(client, address))[0] == ""


def test_a_stopped_search_says_how_far_it_came(client: Client):
    html = page(client, "board=gomoku&moves=h8&search=alpha-beta&depth=6")
    assert "The first 20,000 positions; the search was stopped there." in html
    assert ">over 20,000</td>" in html
    assert "not finished" in html


def test_each_press_on_the_board_is_a_link_to_the_next_position(client: Client):
    html = unescape(page(client, "moves=b2"))
    assert html.count('class="cell"') == 9
    assert 'href="?board=classic&moves=b2-a3&search=computer"' in html
    assert 'href="?board=classic&moves=&search=computer"' in html
    assert 'href="/?board=classic&moves=b2"' in html
    drop = unescape(page(client, "board=connect-four&moves=d1"))
    assert drop.count('href="?board=connect-four&moves=d1-d2&search=computer"') == 6


def test_where_nobody_can_win_any_more_there_is_a_tree_and_no_game(client: Client):
    lost = "c2-c4-d3-b1-a4-d4-c1-a3-d2-b2-b4-d1-c3"
    html = unescape(page(client, f"board=4x4&moves={lost}"))
    assert nodes(html)
    assert 'href="/?board=4x4' not in html
    assert 'href="/?board=4x4' in page(client, f"board=4x4&moves={lost[:5]}")


@pytest.mark.parametrize("board", ["ultimate", "notakto", "notakto-3"])
def test_on_small_boards_the_search_that_plays_is_not_shown(client: Client, board: str):
    html = page(client, f"board={board}&moves=a1&search=computer")
    assert "own search is not shown on this board" in html
    assert not nodes(html)
    assert "What each idea saves" not in html
    page(client, f"board={board}", 404, "/tree/count/")
    page(client, f"board={board}&moves=a1", 404, "/tree/two-ways/")


@pytest.mark.parametrize("search", ["minimax", "alpha-beta"])
def test_on_small_boards_the_textbook_shows_the_last_moves(client: Client, search: str):
    html = page(client, f"board=notakto&moves=b2-b3-a1-a2&search={search}")
    assert "The real search</h1>" not in page(client, "board=notakto&moves=b2-b3-a1-a2")
    assert "<h2" in html
    assert "wins" in html
    assert html.count("data-state") > 5


def test_where_the_game_is_over_there_is_no_tree(client: Client):
    html = page(client, f"moves={WON}")
    assert "The game is over here" in html
    assert "X has won" in html
    assert not nodes(html)
    assert client.get(f"/tree/count/?moves={WON}").json()["code"] == "not_in_tree"
    assert {client.post(path).status_code for path in ("/tree/", "/tree/count/")} == {405}


def test_bad_addresses_get_a_sentence_and_a_code(subtests: pytest.Subtests, client: Client):
    for query, status, code in [
        ("board=chess", 400, "no_such_position"),
        (f"moves={WON}-a1", 400, "no_such_position"),
        ("moves=b2" + "-b2" * 400, 400, "no_such_position"),
        ("search=magic", 400, "no_such_search"),
        ("moves=b2-a3-c1&path=b2", 404, "not_in_tree"),
        ("moves=b2-a3-c1&path=x", 400, "no_such_position"),
    ]:
        with subtests.test(query=query, status=status, code=code):
            html = page(client, query, status)
            assert 'role="alert"' in html
            assert 'href="/tree/?board=classic"' in html
            if "path=b2" in query:
                continue  # The whole tree is counted.
            response = client.get(f"/tree/count/?{query}")
            assert (response.status_code, response.json()["code"]) == (status, code)


def test_searches_are_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(limits.PER_ADDRESS, limits.TREES, [limits.parse("1/minute")])
    client = Client(REMOTE_ADDR="10.0.0.1")
    query = "moves=b2-a3-c1"
    assert client.get(f"/tree/?{query}").status_code == 200
    assert client.get(f"/tree/?{query}&path=c3").status_code == 200
    refused = client.get(f"/tree/count/?{query}&search=alpha-beta")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    html = page(client, f"{query}&search=alpha-beta", 429)
    assert "search trees" in html
    assert "Not just now" in html


def test_a_game_against_the_computer_links_to_its_positions(
    browse, computer: Player, alice: Player
):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer)
    play(game, *X_WINS)
    client = browse(alice)
    assert 'href="/tree/?board=classic&amp;moves=a3-a2-b3-b2"' in page(client, path=url(game))
    back = page(client, "ply=2", path=url(game))
    assert 'href="/tree/?board=classic&amp;moves=a3-a2"' in back
    nested = services.create_game(
        host=alice, mark=Mark.X, guest=computer, variant=BOARDS["ultimate"].variant
    )
    assert "/tree/?board" not in page(client, path=url(nested))


def test_while_a_game_goes_on_only_those_who_look_back_see_the_link(
    browse, computer_game, alice: Player, game
):
    play(computer_game, 4, 0)
    client = browse(alice)
    hidden = re.compile(r"data-position-link hidden")
    assert hidden.search(page(client, path=url(computer_game)))
    assert not hidden.search(page(client, "ply=1", path=url(computer_game)))
    assert "data-position-link" not in page(client, path=url(game))
