"""The page on which the computer plays itself, and directing such a game by forms."""

from __future__ import annotations

import pytest
from django.test import Client

from games.ai.computer_players import COMPUTER_PLAYERS
from games.models import Game, Player
from games.study.exhibitions import views
from games.study.exhibitions.models import Exhibition
from tests.exhibitions import UNHURRIED, fake_clock, play_to_the_end, set_pace, start_exhibition
from tests.playing import reload, url

pytestmark = pytest.mark.django_db

PAGE = "/exhibitions/"
CHOICES = {"x": "hard", "o": "random", "board": "connect-four", "pace": "2000"}


@pytest.fixture
def exhibition(alice: Player) -> Game:
    return start_exhibition(alice, x="hard", o="random", pace=UNHURRIED)


def test_the_page_offers_every_player_for_either_side(client: Client):
    page = client.get(PAGE).content.decode()
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
    assert game.exhibition.pace == 2000
    assert game.exhibition.owner == Player.objects.people().get()


def test_wrong_choices_get_a_sentence_and_keep_the_right_ones(client: Client):
    for wrong in ({"x": "nobody"}, {"o": ""}, {"board": "9x9"}, {"pace": "1"}, {"pace": "fast"}):
        response = client.post(PAGE, {**CHOICES, **wrong})
        assert response.status_code == 400, wrong
        page = response.content.decode()
        assert views.INCOMPLETE in page
        assert 'value="random" checked' in page or "o" in wrong
    assert Game.objects.count() == 0


def test_the_latest_are_listed_whoever_started_them(client: Client, exhibition: Game, bob: Player):
    over = play_to_the_end(start_exhibition(bob, x="champion", o="champion"))
    page = client.get(PAGE).content.decode()
    assert page.index(over.get_absolute_url()) < page.index(exhibition.get_absolute_url())
    for words in ("Champion v Champion", "Hard v Random", "Hard to move"):
        assert words in page
    assert "It&#x27;s a draw." in page


def test_no_more_than_a_few_are_listed(client: Client, alice: Player):
    for _ in range(views.LISTED + 2):
        start_exhibition(alice)
    with_many = client.get(PAGE).content.decode()
    assert with_many.count('href="/g/') == views.LISTED


def test_the_owner_directs_and_others_watch(browse, client: Client, exhibition, alice, bob):
    page = browse(alice).get(url(exhibition)).content.decode()
    for action in ("pause", "step", "pace", "stop"):
        assert f'action="{url(exhibition, action)}"' in page
    assert "You are watching." not in page
    for browser in (client, browse(bob)):
        page = browser.get(url(exhibition)).content.decode()
        assert url(exhibition, "pause") not in page
        assert "You are watching." in page


def test_without_scripts_the_page_comes_again_when_a_move_is_due(client: Client, exhibition: Game):
    def head() -> str:
        return client.get(url(exhibition)).content.decode().partition("</head>")[0]

    with fake_clock() as clock:
        set_pace(exhibition, 5000)
        Game.objects.update(touched_at=clock.now())
        assert 'content="5; url=' in head()
        assert reload(exhibition).ply == 0
        clock.advance(5)
        head()
        assert reload(exhibition).ply == 1
        Exhibition.objects.update(is_paused=True)
        clock.advance(5)
        assert "refresh" not in head()
        assert reload(exhibition).ply == 1


@pytest.mark.parametrize(
    ("action", "is_owner", "sentence"),
    [
        ("pause", False, "You are watching this game. Only who started it can do that."),
        ("step", True, "Pause the game first, then step through it."),
        ("pace", True, "Choose one of the speeds."),
    ],
)
def test_a_refusal_is_told_on_the_page_of_the_game(
    browse, exhibition: Game, alice: Player, action: str, is_owner: bool, sentence: str
):
    browser = browse(alice) if is_owner else browse()
    response = browser.post(url(exhibition, action), {"ply": "0"}, follow=True)
    assert response.redirect_chain[-1][0] == url(exhibition)
    assert sentence in response.text
