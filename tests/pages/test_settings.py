import pytest
from django.test import Client

from games.ai.computer_players import LEVELS
from games.engine import Mark
from games.models import Player
from games.play import services
from tests.plain_browser import PlainBrowser, attribute

# How their drawings begin
OWL, FOX = 'd="M6 6c3 2 6 2 9 1', 'd="M7 5C5 14 6 20'


def test_a_newcomer_chooses_an_ink_and_a_face_and_is_somebody_by_that():
    browser = PlainBrowser()
    browser.open("/settings/?next=/how-to/")
    browser.press("Plum")
    assert browser.address == "/settings/?next=/how-to/"
    browser.follow("Change")
    browser.press("Otter")
    assert browser.address == "/how-to/"
    player = Player.objects.get()
    assert (player.avatar, player.ink) == ("otter", "plum")
    [avatar] = [each for each in browser.all() if attribute(each, "class") == "avatar"]
    assert attribute(avatar, "data-ink") == "plum"


@pytest.mark.parametrize("wrong", [{"ink": "gold"}, {"avatar": "somebody"}])
def test_another_look_is_refused_in_a_sentence(client: Client, wrong: dict[str, str]):
    response = client.post("/look/", wrong)
    assert response.status_code == 400
    assert "There is no such face or ink." in response.text


def test_the_faces_of_both_are_in_the_players_row_and_none_on_one_screen(browse, alice, bob):
    services.change_avatar(alice, avatar="owl", ink="pine")
    services.change_avatar(bob, avatar="fox", ink="")
    game = services.create_game(host=alice, mark=Mark.X, guest=bob)
    page = browse(alice).get(game.get_absolute_url()).text
    assert page.count(OWL) == 2  # in the header too
    assert FOX in page
    shared = services.create_game(host=alice, mark=Mark.X, guest=alice)
    assert browse(alice).get(shared.get_absolute_url()).text.count(OWL) == 1


def test_the_first_page_has_ones_own_face_and_that_of_each_level(browse, alice: Player):
    services.change_avatar(alice, avatar="owl", ink="pine")
    page = browse(alice).get("/").text
    assert page.count(OWL) == 2  # in the header and as who begins
    assert page.count('class="avatar"') == 2 + 1 + len(LEVELS)
