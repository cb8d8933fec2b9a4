import re

import pytest
from django.test import Client

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from tests.playing import X_WINS, play, start, url

POSITION = {"board": "classic", "moves": "b2-a3-c1"}
COMPUTER = {"opponent": "computer", "level": "easy"}


def link_on(page: str) -> str | None:
    found = re.search(r'href="([^"]+)" data-play-on="[^"]+"\s*(hidden)?>', page)
    return None if found[2] else found[1].replace("&amp;", "&")


def test_the_first_page_shows_the_position_to_the_side_to_move(client: Client):
    response = client.get("/", POSITION)
    page = " ".join(response.text.split())
    assert "From a position after 3 moves." in page
    assert '<a href="/?board=classic">From the empty board</a>' in page
    assert 'data-ghost="O"' in page
    assert re.search(r'value="O"\s+checked> <span>You</span>', page)
    marks = {cell.name: cell.mark for cell in response.context["drawing"].cells if cell.mark}
    assert marks == {"b2": "X", "a3": "O", "c1": "X"}
    assert len(re.findall(r'name="cell" value="\d*" disabled', page)) == len(marks)
    # The board, the way to let the computer begin, the verbs and the sheet carry it.
    assert page.count('<input type="hidden" name="moves" value="b2-a3-c1">') == 4
    # Whoever meets somebody by chance begins on the empty board.
    assert page.count('<input type="hidden" name="board" value="classic">') == 5
    assert 'type="radio" name="board"' not in page


def test_a_position_is_classic_where_the_address_names_no_board(client: Client):
    start(client, **COMPUTER, board="gomoku")
    assert client.get("/", {"moves": "b2"}).context["board"].id == "classic"


def test_a_wrong_position_says_why_on_the_empty_board(client: Client):
    for query, words in (
        ({"board": "classic", "moves": "b2-b2"}, "Nobody can make these moves"),
        ({"board": "9x9", "moves": "b2"}, "Nobody can make these moves"),
        ({"board": "classic", "moves": "a3-a2-b3-b2-c3"}, "The game is over in this position"),
    ):
        response = client.get("/", query)
        assert (response.status_code, words in response.text) == (400, True), words
        assert response.context["drawing"].board.ply == 0
        assert 'name="moves"' not in response.text
        assert "From a position" not in response.text


def test_a_press_on_the_board_plays_for_the_side_to_move(client: Client):
    game = start(client, **COMPUTER, **POSITION, cell="1")
    assert (game.record, game.start_ply) == ([4, 0, 8, 1], 3)
    assert game.o == Player.objects.people().get()


@pytest.mark.parametrize(("side", "ply"), [("O", 3), ("X", 4)])
def test_the_computer_moves_first_if_it_is_its_turn(client: Client, side: str, ply: int):
    game = start(client, **COMPUTER, **POSITION, side=side)
    assert client.get(url(game)).context["state"]["ply"] == ply


def test_a_refused_choice_or_cell_keeps_the_position(client: Client):
    for wrong, status in (({"level": "godlike"}, 400), ({"cell": "4"}, 409)):
        response = client.post("/g/", {**COMPUTER, **POSITION, **wrong})
        assert response.status_code == status
        assert response.context["moves"] == "b2-a3-c1"
    assert not Game.objects.exists()


def test_the_page_of_the_game_sets_the_opening_apart(client: Client):
    game = start(client, opponent="device", **POSITION)
    page = client.get(url(play(game, 1))).text
    assert "From a position after 3 moves" in page
    assert page.count("data-set-up") == 3
    assert page.count("data-played") == 4


def test_an_invitation_says_where_it_begins_and_who_does(client: Client, alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, opening=(4,))
    page = " ".join(client.get(url(game)).text.split())
    assert "You play <b>O</b> and begin." in page
    assert "From a position after 1 move." in page
    assert (
        "From a position after 1 move." in re.findall(r'og:description"\s+content="(.+?)"', page)[0]
    )


@pytest.mark.parametrize(
    ("query", "moves"),
    [("?ply=0", ""), ("?ply=1", "a3"), ("?ply=4", "a3-a2-b3-b2"), ("", None), ("?ply=5", None)],
)
def test_a_finished_game_leads_on_from_all_but_its_end(client: Client, game, query, moves):
    page = client.get(url(play(game, *X_WINS)) + query).text
    assert link_on(page) == (None if moves is None else f"/?board=classic&moves={moves}")
