"""The page on which the computer plays itself, and directing such a game by forms."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.ai.computer_players import COMPUTER_PLAYERS
from games.models import Exhibition, Game, Player
from games.pages import exhibitions
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
        assert exhibitions.INCOMPLETE in page
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
    for _ in range(exhibitions.LISTED + 2):
        start_exhibition(alice)
    with_many = client.get(PAGE).content.decode()
    assert with_many.count('href="/g/') == exhibitions.LISTED


def test_the_owner_directs_and_others_watch(browse, client: Client, exhibition, alice, bob):
    page = browse(alice).get(url(exhibition)).content.decode()
    for action in ("pause", "step", "pace", "stop"):
        assert f'action="{url(exhibition, action)}"' in page
    assert "You are watching." not in page
    for browser in (client, browse(bob)):
        page = browser.get(url(exhibition)).content.decode()
        assert url(exhibition, "pause") not in page
        assert "You are watching." in page


def test_swapping_sides_starts_the_next_game_so(browse, exhibition: Game, alice: Player):
    over = play_to_the_end(exhibition)
    response = browse(alice).post(url(over, "repeat"), {"swaps_sides": "on"})
    following = Game.objects.with_players().get(previous=over)
    assert response["Location"] == following.get_absolute_url()
    assert (following.x, following.o) == (over.o, over.x)


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


def test_everybody_may_play_on_from_any_of_its_positions(client: Client, exhibition: Game):
    def link(game: Game) -> str:
        found = re.search("<a [^>]*data-play-on[^>]*>", client.get(url(game)).content.decode())
        assert found
        return found[0]

    set_pace(exhibition, 0)
    first = link(exhibition)  # with the move that this look has brought about
    cell = exhibition.variant.cell_name(reload(exhibition).record[0])
    assert f"/?board=classic&amp;moves={cell}" in first
    assert "hidden" not in first
    assert "hidden" in link(play_to_the_end(exhibition))
