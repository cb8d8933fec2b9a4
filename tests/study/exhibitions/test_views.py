import re

import pytest
from django.test import Client

from games.ai.computer_players import COMPUTER_PLAYERS
from games.models import Game, Player
from games.study.exhibitions import views
from tests.exhibitions import fake_clock, play_to_the_end, start_exhibition
from tests.playing import reload, url

pytestmark = pytest.mark.django_db

PAGE = "/exhibitions/"
CHOICES = {"x": "hard", "o": "random", "board": "connect-four"}


@pytest.fixture
def exhibition() -> Game:
    return start_exhibition(x="hard", o="random")


def test_the_page_offers_every_player_for_either_side(client: Client):
    page = client.get(PAGE).text
    for computer in COMPUTER_PLAYERS.values():
        assert page.count(f'value="{computer.id}"') == 2
        assert computer.description in page
    assert Player.objects.count() == 0
    assert client.put(PAGE).status_code == 405


def test_a_post_starts_the_game(client: Client):
    response = client.post(PAGE, CHOICES)
    game = Game.objects.with_players().get()
    assert response["Location"] == game.get_absolute_url()
    assert str(game) == "Computer (Hard) v Computer (Random)"
    assert str(game.variant) == "7x6x4+drop"
    assert not Player.objects.people().exists()


def test_wrong_choices_get_a_sentence_and_keep_the_right_ones(client: Client):
    for wrong in ({"x": "nobody"}, {"o": ""}, {"board": "9x9"}):
        response = client.post(PAGE, {**CHOICES, **wrong})
        assert response.status_code == 400, wrong
        page = response.text
        assert views.INCOMPLETE in page
        assert 'value="random" checked' in page or "o" in wrong
    assert Game.objects.count() == 0


def test_the_latest_are_listed(client: Client, exhibition: Game):
    over = play_to_the_end(start_exhibition(x="champion", o="champion"))
    page = client.get(PAGE).text
    assert page.index(over.get_absolute_url()) < page.index(exhibition.get_absolute_url())
    for words in ("Champion v Champion", "Hard v Random", "Hard to move"):
        assert words in page
    assert "It&#x27;s a draw." in page


def test_everybody_watches_and_starts_another_game_of_the_same_two(browse, exhibition, alice):
    page = browse(alice).get(url(exhibition)).text
    again, swapped = re.findall(
        r'action="/exhibitions/".*?name="x" value="(\w+)".*?name="o" value="(\w+)"', page, re.DOTALL
    )
    assert (again, swapped) == (("hard", "random"), ("random", "hard"))
    assert 'name="board" value="classic"' in page
    assert re.search(r'href="/watch/"\s+aria-current="page"', page)
    assert "Also on now" not in page


def test_beside_it_stand_two_others_that_are_on(client: Client, exhibition: Game):
    others = [start_exhibition(x="easy", o="random").get_absolute_url() for _ in range(3)]
    page = client.get(url(exhibition)).text
    shown = page[page.index('class="also"') : page.index("data-moves>")]
    assert shown.count("Easy v Random") == sum(other in shown for other in others) == 2


def test_without_scripts_the_page_comes_again_when_a_move_is_due(client: Client, exhibition: Game):
    with fake_clock() as clock:
        Game.objects.update(touched_at=clock.now())
        assert 'content="1; url=' in client.get(url(exhibition)).text
        assert reload(exhibition).ply == 0
        clock.advance(1)
        client.get(url(exhibition))
        assert reload(exhibition).ply == 1
