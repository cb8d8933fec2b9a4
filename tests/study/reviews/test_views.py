import re

import pytest
from django.test import Client

from games.engine import Board
from games.models import Game, Player
from games.play import services
from games.study.reviews import services as review_services
from games.study.reviews.analysis import Label
from tests.playing import DRAW, X_WINS, create_game, play, url
from tests.reviews import O_LOSES_ON_MOVE_4, review_game, reviews_of

pytestmark = pytest.mark.django_db


def page(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.content
    return response.text


def heading(html: str) -> str:
    found = re.search(r"<h1.*?>(.*?)</h1>", html, re.DOTALL)
    return found[1].strip()


def cell(html: str, number: int) -> str:
    found = re.search(rf'data-cell="{number}".*?>', html, re.DOTALL)
    return " ".join(found[0].split())


def best_cells(html: str) -> list[int]:
    return [number for number in range(9) if "data-best" in cell(html, number)]


@pytest.fixture
def lost(game: Game) -> Game:
    game = play(game, *O_LOSES_ON_MOVE_4)
    review_game(game)
    return game


def test_it_shows_the_move_that_matters_first(browse, lost: Game, bob: Player):
    html = page(browse(bob), url(lost, "review"))
    assert "O c3: lost" in html
    assert "Now X wins in 2 of its moves." in html
    assert "Better: b3, a2, c2 or b1." in html
    assert best_cells(html) == [1, 3, 5, 7]
    assert "data-last" in cell(html, 2)


def test_what_would_have_followed_can_be_stepped_through(client: Client, lost: Game):
    review = review_services.find_review(lost.pk).moves[3]
    assert len(review["line"]) > 2
    html = page(client, f"{url(lost, 'review')}?ply=4&along=2")
    marks = [re.search(r'data-mark="(.?)"', cell(html, n))[1] or "." for n in range(9)]  # type: ignore[index]
    board = Board.parse("X...O...X")
    for made in review["line"][:2]:
        board = board.play(made)
    assert "".join(marks) == board.cells
    for place, made in enumerate(review["line"][:2], start=1):
        assert f'data-walked="{place}"' in cell(html, made)
    steps = html.partition('class="steps"')[2].partition("</nav>")[0]
    assert "?ply=4&amp;along=3" in steps  # The steps walk the line.
    assert f"data-last-step>{len(review['line'])}<" in steps
    moves = [*O_LOSES_ON_MOVE_4[:3], *review["line"][:2]]
    names = "-".join(map(lost.variant.cell_name, moves))
    assert f'href="/?board=classic&amp;moves={names}"' in html


def test_programs_get_json(client: Client, lost: Game):
    headers = {"accept": "application/json"}
    response = client.get(url(lost, "review"), headers=headers)
    review = response.json()
    assert review["moves"] == list(O_LOSES_ON_MOVE_4)
    assert review["is_complete"]
    assert review["words"] == "O lost the game on move 4."
    assert review["reviews"][3]["label"] == Label.LOST
    assert review["reviews"][3]["better"] == [1, 3, 5, 7]
    assert "Accept" in response["Vary"]
    assert review["way_back"] is None  # Only players have mistakes to try again.


def test_a_player_is_told_which_mistake_decided_the_game(browse, lost: Game, bob: Player):
    headers = {"accept": "application/json"}
    review = browse(bob).get(url(lost, "review"), headers=headers).json()
    assert review["words"] == "Your 2nd move lost the game."
    words = "Top middle would have held it."
    labels = review["way_back"].pop("labels")
    assert review["way_back"] == {"number": 1, "cell": 1, "words": words, "sentence": words}
    assert labels[:2] == [[4, "lost", "??", "loses"], [5, "kept_win", "✓", "threat"]]
    again = page(browse(bob), f"{url(lost, 'review/mistakes')}?number=1")
    assert "1 of" not in again  # the only one


def test_it_refuses_in_words(browse, game: Game, alice: Player):
    for action in ("review", "review/mistakes"):
        assert "This game is not over yet." in page(browse(alice), url(game, action), 409)
        assert "Play a game" in page(browse(alice), f"/g/nothing/{action}/", 404)
        response = browse(None).get(url(game, action), headers={"accept": "application/json"})
        assert response.json()["code"] == "not_finished"
    services.resign(game.pk, alice.pk)
    assert "Nobody has made a move in this game." in page(browse(alice), url(game, "review"), 409)


def test_a_page_takes_as_many_queries_for_any_move(browse, lost, bob, django_assert_num_queries):
    client = browse(bob)
    client.get(url(lost))  # which renews the session
    for ply in (0, 1):
        # Session, player, game, review, who the visitor is, a duel with the position, what waits.
        with django_assert_num_queries(8):
            client.get(f"{url(lost, 'review')}?ply={ply}")


def test_a_game_that_is_over_leads_to_its_review_for_all_with_its_link(browse, alice, bob):
    game = create_game(alice, bob, is_public=False)
    link = f'href="{url(game, "review")}"'
    play(game, *DRAW)
    for player in (alice, None):
        html = page(browse(player), url(game))
        assert link in html
        page(browse(player), url(game, "review"))


def test_a_mistake_is_tried_again(browse, lost: Game, bob: Player):
    client, address = browse(bob), url(lost, "review/mistakes")
    html = page(client, address)
    assert "Move 4 lost. What was better for O?" in html
    assert "Try again" not in html
    assert 'data-ghost="O"' in html
    # Neither the move that was made nor a better one is told before the answer.
    assert 'data-mark=""' in cell(html, 2)
    assert best_cells(html) == []
    assert "b 3" not in html.replace("b 3, empty", "")
    wrong = client.post(address, {"cell": 6}).text
    assert "X then wins with c3. Try another." in wrong
    assert 'data-threat="X"' in cell(wrong, 2)
    assert 'data-ghost="O"' in wrong
    assert "That is what was played." in client.post(address, {"cell": 2}).text
    for better in (1, 3, 5, 7):
        right = client.post(address, {"cell": better}).text
        assert "Right! That keeps the draw." in right
        assert 'data-mark="O"' in cell(right, better)
        assert "data-ghost" not in right


def test_a_loss_after_a_position_of_which_nothing_is_proven_is_no_mistake(browse, game, bob):
    reviews = reviews_of(play(game, *O_LOSES_ON_MOVE_4))
    unknown = {"value": "unknown", "plies": None}
    reviews[3].update(label=Label.ALLOWED, before=unknown, better=[], unproven=[1, 3, 5, 7])
    review_services.store_reviews(game.pk, 0, reviews)
    html = page(browse(bob), url(game, "review") + "?ply=4")
    assert "lost by now" in html
    assert best_cells(html) == []
    assert "There is no mistake to try again." in page(browse(bob), url(game, "review/mistakes"))


def test_an_answer_that_was_never_proven_is_not_called_wrong(browse, game: Game, bob: Player):
    reviews = reviews_of(play(game, *O_LOSES_ON_MOVE_4))
    reviews[3].update(better=[1], unproven=[3, 5, 7])
    review_services.store_reviews(game.pk, 0, reviews)
    html = browse(bob).post(url(game, "review/mistakes"), {"cell": 3}).text
    assert "That may be right too. I had no time to prove it. Try another." in html
    assert 'data-state="open"' in html
    assert 'data-ghost="O"' in html


def test_a_missed_win_is_tried_again(browse, game: Game, bob: Player):
    reviews = reviews_of(play(game, *O_LOSES_ON_MOVE_4))
    unknown = {"value": "unknown", "plies": None}
    reviews[3].update(label=Label.UNKNOWN, before={"value": "win", "plies": None}, after=unknown)
    reviews[3].update(better=[1], unproven=[])
    review_services.store_reviews(game.pk, 0, reviews)
    client, address = browse(bob), url(game, "review/mistakes")
    assert "Try again" in page(client, url(game, "review"))
    assert "Move 4 let the win slip. What was better for O?" in page(client, address)
    for cell_number, said in {1: "Right!", 2: "what was played", 3: "may be right too"}.items():
        assert said in client.post(address, {"cell": cell_number}).text


def test_a_hint_tells_less_than_the_solution(browse, lost: Game, bob: Player):
    client, address = browse(bob), url(lost, "review/mistakes")
    hint = client.post(address, {"hint": "on"}).text
    assert "4 moves are better. One is in column b." in hint
    assert best_cells(hint) == []
    shown = client.post(address, {"show": "on"}).text
    assert "Better: b3, a2, c2 or b1. That keeps the draw." in shown
    assert best_cells(shown) == [1, 3, 5, 7]


def test_a_mistake_without_a_known_better_move_is_not_tried(browse, game: Game, bob: Player):
    reviews = reviews_of(play(game, *O_LOSES_ON_MOVE_4))
    reviews[3].update(better=[], line=[])
    review_services.store_reviews(game.pk, 0, reviews)
    html = page(browse(bob), url(game, "review"))
    assert heading(html) == "Your 2nd move lost the game."
    assert "Try again" not in html
    html = page(browse(bob), url(game, "review/mistakes"))
    assert heading(html) == "There is no mistake to try again."


def test_only_ones_own_mistakes_are_tried_and_by_moves(browse, lost, alice, bob):
    address = url(lost, "review/mistakes")
    for number in ("0", "99", "b2"):
        response = browse(bob).post(address, {"cell": number})
        assert response.status_code == 400, number
        assert "That is not a move." in response.text
    for player in (alice, None):
        assert heading(page(browse(player), address)) == "There is no mistake to try again."
    assert heading(page(browse(bob), f"{address}?number=2")) == "That was your only mistake."


def test_a_look_at_an_old_game_starts_no_search_but_its_player_does(
    client: Client, browse, alice: Player, game: Game, started_reviews: list[str]
):
    game = play(game, *X_WINS)
    html = page(client, url(game, "review"))
    assert heading(html) == "Nobody has asked for a review of this game yet."
    assert "Look at each move" in html
    assert 'http-equiv="refresh"' not in html
    assert started_reviews == []
    html = page(browse(alice), url(game, "review"))
    assert heading(html) == "Checking your moves… 0 of 5"
    assert started_reviews == [game.pk]


def test_who_watches_asks_for_a_review_by_a_button(client, game, started_reviews):
    game = play(game, *X_WINS)
    response = client.post(url(game, "review"))
    assert response["Location"] == url(game, "review")
    assert started_reviews == [game.pk]
    html = page(client, url(game, "review"))
    assert heading(html) == "Checking the moves… 0 of 5"
    assert 'http-equiv="refresh"' in html
    assert "Look at each move" not in html
