import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.ai.computer_players import MENACE
from games.engine import Board, Mark, canonical, play_moves
from games.models import Game, Player
from games.play import services
from games.study.menace import views
from games.study.menace.learner import Beads, first_beads
from games.study.menace.models import LearnedGame
from games.study.menace.views import Box, open_box
from tests.playing import X_WINS, play, url

pytestmark = pytest.mark.django_db


def text(client: Client, query: str = "") -> str:
    response = client.get(f"/menace/{query}")
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", response.text).split())


def test_it_begins_naive(client: Client):
    words = text(client)
    assert "It has not played yet" in words
    assert "X to move: 12 beads. The four corners are one move" in words
    assert "a3, c3, a1, c1 4 33%" in words


def test_a_box_shows_what_a_game_has_taught(client: Client, alice: Player):
    menace = Player.objects.of_level(MENACE)
    play(services.create_game(host=alice, mark=Mark.O, guest=menace), *X_WINS)
    words = text(client)
    assert "How it has done" in words
    assert "All games 1 0 0" in words
    assert "X to move: 15 beads." in words
    assert "a3, c3, a1, c1 7 47%" in words
    # The same position, turned: the opponent has replied beside the corner.
    for query in ("?moves=a3-a2", "?moves=c1-b1"):
        assert "X to move: 24 beads." in text(client, query)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?moves=a3-b3-c3-a2-b2-a1-b1-c1", "Only one move is left, so there is no box."),
        ("?moves=a3-b2-b3-a1-c3", "X wins. A finished game has no box."),
        ("?moves=a3-b2-c1-b3-b1-a1-c3-c2-a2", "It's a draw. A finished game has no box."),
    ],
)
def test_where_there_is_no_choice_there_is_no_box(client: Client, query: str, words: str):
    assert words in text(client, query)


def test_any_position_that_goes_on_can_be_played(client: Client):
    page = client.get("/menace/?moves=b2-a3").text
    assert 'href="/?board=classic&amp;moves=b2-a3"' in page
    assert "Play on from here" not in text(client, "?moves=a3-b2-b3-a1-c3")


def test_what_is_no_position_is_refused_in_a_sentence(client: Client):
    for moves in ("b9", "b2-b2", "a3-b2-b3-a1-c3-a2", "b2" * 5000):
        response = client.get(f"/menace/?moves={moves}")
        assert response.status_code == 400, moves
        assert "No game leads to that position." in response.text
        assert response.context["box"].drawing.board.ply == 0


def test_looking_changes_nothing_and_costs_as_much_after_many_games(
    client: Client, django_assert_num_queries
):
    rows = [LearnedGame(number=n, mark="X", won=n, drawn=0, lost=0) for n in range(1, 1001)]
    LearnedGame.objects.bulk_create(rows)
    client.get("/about/")  # counts the live games
    with django_assert_num_queries(4):  # the box, the latest game, points of the curve, 20 ago
        response = client.get("/menace/")
    curve = response.context["curve"]
    assert len(curve["points"]) <= 161
    assert "After 1000 games the curve stands at 3000." in response.text
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("menace_mark", "cells", "moves"),
    [
        (Mark.O, X_WINS, "a3-a2-b3"),
        (Mark.X, X_WINS, "a3-a2-b3-b2"),
        # It made the last move of a full board without a bead.
        (Mark.X, (0, 1, 2, 4, 3, 5, 7, 6, 8), "a3-b3-c3-b2-a2-c2"),
    ],
)
def test_the_page_of_a_finished_game_leads_to_the_last_box_it_drew_from(
    client: Client, alice: Player, menace_mark: Mark, cells: tuple[int, ...], moves: str
):
    menace = Player.objects.of_level(MENACE)
    game = services.create_game(host=alice, mark=menace_mark.opponent, guest=menace)
    play(game, *cells)
    response = client.get(url(game, "boxes"))
    assert response["Location"] == f"/menace/?moves={moves}#boxes"
    assert "beads." in text(client, f"?moves={moves}")


def test_beside_the_board_lies_the_box_it_drew_from_at_the_move_that_is_shown(client, alice):
    game = services.create_game(host=alice, mark=Mark.X, guest=Player.objects.of_level(MENACE))
    assert "beads." not in client.get(url(game)).text
    play(game, 4, 0, 1)
    words = {3: "It draws from this box.", 2: "It drew a3 from 8 beads.", 1: "It draws", 0: ""}
    for ply, said in words.items():
        box = client.get(f"{url(game, 'box')}?ply={ply}").text
        assert said in box
        assert ("beads" in box) == bool(said)
    assert "beads." in client.get(url(game)).text


def test_it_plays_a_hundred_games_against_random(client: Client, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):  # for so long other games against it wait
        response = client.post("/menace/")
    assert response["Location"] == "/menace/?trained=yes#results"
    last = LearnedGame.objects.last()
    assert last.number == LearnedGame.objects.count() == 100
    assert "data-grows" in client.get(response["Location"]).text
    assert "data-grows" not in client.get("/menace/").text


def test_games_against_others_have_no_boxes(client: Client, computer_game: Game):
    assert "boxes/" not in client.get(url(computer_game)).text


def box_after(*made: int, beads: Beads | None = None) -> Box:
    board = play_moves(Board(), made)
    return open_box(board, made, beads or first_beads(board))


def test_cells_with_the_same_move_have_beads_of_one_colour():
    box = box_after()
    colours = [place.choice.colour if place.choice else 0 for place in box.places]
    assert colours == [1, 2, 1, 2, 3, 2, 1, 2, 1]
    assert [choice.cells for choice in box.choices][2] == ("b2",)


def test_the_label_on_a_box_is_its_position_however_the_board_is_turned():
    for made in ((8, 4), (0, 4), (2, 4)):
        marks = "".join(cell.mark or "." for cell in box_after(*made).label.cells)
        assert marks == canonical(play_moves(Board(), made)).cells


def store(results: str) -> None:
    for number in range(1, len(results) + 1):
        won, drawn, lost = (results[:number].count(letter) for letter in "wdl")
        LearnedGame.objects.create(number=number, mark="X", won=won, drawn=drawn, lost=lost)


def test_it_rises_by_three_and_one_and_falls_by_one():
    store("wdl")
    curve = views.draw()
    assert [beads for beads, _, _ in curve["lines"]] == [0, 2, 4]
    heights = [y for _, y in curve["points"]]
    bead = (heights[0] - heights[1]) / 3
    assert bead > 0
    assert heights[1] - heights[2] == pytest.approx(bead, abs=0.2)
    assert heights[3] - heights[2] == pytest.approx(bead, abs=0.2)
    html = render_to_string("study/menace/_curve.html", {"curve": curve})
    assert 'aria-label="After 3 games the curve stands at 3."' in html
