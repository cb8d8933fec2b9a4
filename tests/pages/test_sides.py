"""On boards with pieces no page calls a side X or O."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.engine import BOARDS, Mark
from games.models import Player
from games.people.profiles import history
from games.people.profiles.history import GameFilter
from games.play import services
from games.study.puzzles import book
from tests.playing import play, url

pytestmark = pytest.mark.django_db

COLOURS = {"connect-four": ("Yellow", "Red"), "gomoku": ("Blue", "Red")}
MOVES = [35, 28, 36, 29]  # on Connect Four and on gomoku


def words_of(client: Client, path: str) -> str:
    page = client.get(path).content.decode()
    labels = re.findall(r'(?:aria-label|data-label|data-result|data-reason)="([^"]*)"', page)
    text = re.sub(r"(?s)<script.*?</script>|<[^>]*>", " ", page)
    return unescape(" ".join([text, *labels]))


def check(words: str, board: str) -> None:
    assert not re.findall(r".{20}\b[XO]\b.{20}", words)
    assert all(colour in words for colour in COLOURS[board])


@pytest.mark.parametrize("board", COLOURS)
def test_a_game_and_what_lists_say_of_it(browse, alice: Player, board: str):
    variant = BOARDS[board].variant
    game = services.create_game(
        host=alice, mark=Mark.X, guest=alice, variant=variant, control="3+2"
    )
    game = play(game, *MOVES)
    check(words_of(browse(alice), url(game)), board)
    [listed] = history.page(alice, GameFilter(), None, 1)
    assert listed.side == COLOURS[board][0]


def test_a_puzzle_before_and_after_an_answer(browse, alice: Player):
    variant = BOARDS["connect-four"].variant
    puzzle = next(each for each in book.all_puzzles().values() if each.variant == variant)
    client = browse(alice)
    check(words_of(client, f"/puzzles/{puzzle.id}/"), "connect-four")
    client.post(f"/puzzles/{puzzle.id}/show/")
    check(words_of(client, f"/puzzles/{puzzle.id}/"), "connect-four")


def test_a_search_tree(client: Client):
    path = "/tree/?board=connect-four&moves=d1-d2-d3"
    check(words_of(client, path), "connect-four")


def test_the_lesson_on_connect_four(client: Client):
    check(words_of(client, "/learn/parity/"), "connect-four")
