import pytest
from django.test import Client

from games.models import Player
from tests.playing import create_game, play
from tests.study.tree.test_textbook_page import link, page

pytestmark = pytest.mark.django_db

WON = "a3-a2-b3-b2-c3"
SMALL = "b2-a3-c1-c3"


def test_a_press_fills_a_square_or_takes_a_mark_away(client: Client):
    html = page(client, "?moves=b2-c3-a1")
    assert html.count('class="cell"') == 9
    assert "One more square, then it can be drawn." in html
    for moves in ("b2-c3-a1-a3", "a1-c3", "b2", "b2-c3"):  # a3 filled, b2, c3 and a1 taken away
        assert f'href="?board=classic&moves={moves}"' in html, moves
    drop = page(client, "?board=connect-four&moves=d1")
    assert drop.count('href="?board=connect-four&moves=d1-d2"') == 6
    assert "Take back" in drop


def test_moves_can_be_pasted(client: Client):
    html = page(client, "?board=connect-four&moves=d1")
    assert '<input name="moves" id="pasted" value="d1"' in html
    assert '<option value="connect-four" selected' in html


def test_the_latest_own_game_leads_to_its_tree(browse, alice: Player, bob: Player):
    play(create_game(alice, bob), 0, 3, 1, 4, 2)
    html = page(browse(alice), "?moves=b2")
    assert "The last one, against Bob, with five squares free:" in html
    assert "after move 4" in html
    assert "All" in page(browse(alice), link(html, "Draw its tree"))
    assert "From a game of yours" not in page(browse(None), "?moves=b2")
    assert "From a game of yours" not in page(browse(alice), "?board=connect-four")


def test_it_says_how_many_positions_can_follow(client: Client):
    said = "9 free squares make 549,946 positions. Five make few enough to be drawn."
    assert said in " ".join(page(client, "?moves=").split())
    assert "free squares make" not in page(client, "?board=connect-four&moves=")


def test_what_is_missing_is_filled_at_a_press(client: Client):
    query = link(page(client, "?moves=b2-c3"), "Fill two for me")
    assert query.startswith("?board=classic&moves=b2-c3-")
    assert "looked at." in page(client, query)
    assert "for me" not in page(client, "?board=gomoku&moves=h8")


def test_a_press_after_which_few_places_are_free_leads_to_the_whole_tree(client: Client):
    assert f'href="?board=classic&moves={SMALL}"' in page(client, "?moves=b2-a3-c1")
    html = page(client, f"?moves={SMALL}")
    assert "All 186 looked at." in html
    assert 'href="/tree/?board=classic&moves=b2-a3-c1"' in html


def test_where_the_game_is_over_there_is_no_tree(client: Client):
    html = page(client, f"?moves={WON}")
    assert "The game is over here" in html
    assert "X has won" in html
    assert client.post("/tree/").status_code == 405


@pytest.mark.parametrize(
    "query",
    ["board=chess", f"moves={WON}-a1", "moves=" + "b2-" * 400 + "b2", "moves=z9", "search=magic"],
)
def test_a_wrong_address_says_so(client: Client, query: str):
    html = page(client, f"?{query}", 404 if "board" in query else 400)
    assert 'role="alert"' in html
    assert 'href="/tree/?board=classic"' in html


def test_addresses_of_searches_that_were_once_shown_lead_to_alpha_beta(client: Client):
    response = client.get(f"/tree/count/?moves={SMALL}&search=threats", follow=True)
    assert response.redirect_chain == [(f"/tree/?moves={SMALL}&search=threats", 302)]
    assert "Alpha-beta <b>" in page(client, f"?moves={SMALL}&search=threats")
