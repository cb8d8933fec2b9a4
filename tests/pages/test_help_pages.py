import re

import pytest
from django.test import Client

from games.ai.computer_players import LEVELS, OPPONENTS
from games.engine import CLASSIC, Board, Mark, Variant, play_moves
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.ops.program import version
from games.pages import help_pages
from games.play import services
from tests.playing import url


def test_every_board_has_its_rule_and_a_picture(client: Client):
    page = client.get("/how-to/").text
    for id, board in BOARDS.items():
        [guide] = re.findall(rf'<li class="board-guide" id="{id}">.*?</li>', page, re.DOTALL)
        assert board.rule in guide
        assert guide.count('class="picture"') == 1
        assert f'href="/?board={id}"' in guide


def test_it_says_what_a_draw_is_and_how_cells_are_named(client: Client):
    page = " ".join(client.get("/how-to/").text.split())
    drawn = play_moves(Board(), help_pages.DRAWN).outcome()
    assert (drawn and drawn.winner) is None
    assert "The board is full, or nobody can make a row any more." in page
    named = play_moves(Board(), help_pages.NAMED)
    for mark, cell in (("X", "b2"), ("O", "a3")):
        assert f"{mark} is on {cell}" in page or f"{mark} on {cell}" in page
        assert named.mark_at(CLASSIC.cell_named(cell)) == mark


@pytest.mark.parametrize("page", ["/how-to/", "/"])
def test_of_the_computer_players_the_four_levels_are_listed(client: Client, page: str):
    words = client.get(page).text
    listed = [player.id for player in OPPONENTS.values() if player.description in words]
    assert listed == list(LEVELS)


@pytest.mark.parametrize(
    ("variant", "address"),
    [(Variant(7, 6, 4, drop=True), "/how-to/#connect-four"), (Variant(4, 3, 3), "/how-to/")],
)
def test_a_game_links_to_the_rules_of_its_board(browse, alice: Player, variant, address: str):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice, variant=variant)
    assert f'href="{address}"' in browse(alice).get(url(game)).text


def test_about_says_what_is_stored_for_how_long_and_how_to_delete_it(browse, game: Game):
    page = " ".join(browse(game.x).get("/about/").text.split())
    for words in (
        "400 days",
        "after 7 days",
        "21 days",
        "Former player",
        "You need no account",
        "an email address if you give one",
        'href="/forget/"',
        f"Version {version()}",
    ):
        assert words in page
