from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from tests.study.tree.test_textbook_page import link

pytestmark = pytest.mark.django_db

WON = "a3-a2-b3-b2-c3"
SMALL = "b2-a3-c1-c3"


def page(client: Client, query: str = "", status: int = 200, path: str = "/tree/") -> str:
    response = client.get(f"{path}?{query}")
    assert response.status_code == status, response.content
    return unescape(response.content.decode())


def test_a_press_fills_a_square_or_takes_a_mark_away(client: Client):
    html = page(client, "moves=b2-c3-a1")
    assert html.count('class="cell"') == 9
    assert "One more square, then it can be drawn." in html
    for moves in ("b2-c3-a1-a3", "a1-c3", "b2", "b2-c3"):  # a3 filled, b2, c3 and a1 taken away
        assert f'href="?board=classic&moves={moves}"' in html, moves
    assert 'href="/?board=classic&moves=b2-c3-a1"' in html
    drop = page(client, "board=connect-four&moves=d1")
    assert drop.count('href="?board=connect-four&moves=d1-d2"') == 6
    assert "Take back" in drop


def test_what_is_missing_is_filled_at_a_press(client: Client):
    query = link(page(client, "moves=b2-c3"), "Fill two for me")
    assert query.startswith("?board=classic&moves=b2-c3-")
    assert "looked at." in page(client, query[1:])
    assert "for me" not in page(client, "board=gomoku&moves=h8")


def test_a_press_after_which_few_places_are_free_leads_to_the_whole_tree(client: Client):
    assert f'href="?board=classic&moves={SMALL}"' in page(client, "moves=b2-a3-c1")
    html = page(client, f"moves={SMALL}")
    assert "All 186 looked at." in html
    assert 'href="/tree/?board=classic&moves=b2-a3-c1"' in html


def test_where_the_game_is_over_there_is_no_tree(client: Client):
    html = page(client, f"moves={WON}")
    assert "The game is over here" in html
    assert "X has won" in html
    assert {client.post(path).status_code for path in ("/tree/", "/tree/count/")} == {405}


@pytest.mark.parametrize(
    "query",
    ["board=chess", f"moves={WON}-a1", "moves=" + "b2-" * 400 + "b2", "moves=z9", "search=magic"],
)
def test_a_wrong_address_says_so(client: Client, query: str):
    html = page(client, query, 404 if "board" in query else 400)
    assert 'role="alert"' in html
    assert 'href="/tree/?board=classic"' in html


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("search=computer", ""),
        ("board=chess&search=computer", ""),
        ("moves=b2&search=ordering&path=x", "?board=classic&moves=b2&search=alpha-beta"),
        (f"moves={WON}&search=threats", f"?board=classic&moves={WON}&search=alpha-beta"),
    ],
)
@pytest.mark.parametrize("path", ["/tree/", "/tree/count/"])
def test_addresses_of_searches_that_were_once_shown_lead_on(
    client: Client, path: str, former: str, now: str
):
    response = client.get(f"{path}?{former}", follow=True)
    assert response.redirect_chain == [(f"/tree/{now}", 301)]
    assert response.status_code == 200
