import re
from html import unescape

import pytest
from django.test import Client

from games.engine import BOARDS, Mark
from games.models import Player
from games.people.profiles import history
from games.people.profiles.history import GameFilter
from games.play import services
from games.study.lessons.catalogue import LESSONS
from tests.playing import play, url
from tests.puzzles import puzzle_of

PLACES = {"classic": "square", "connect-four": "column", "gomoku": "crossing"}


def sentences(client: Client, address: str) -> str:
    return " ".join(client.get(address).text.split())


def puzzle_on(board: str) -> str:
    return f"/puzzles/{puzzle_of(board).id}/"


@pytest.mark.parametrize("board", PLACES)
def test_the_first_page_names_what_to_press(client: Client, board: str):
    page = sentences(client, f"/?board={board}")
    assert f"Press a {PLACES[board]}" in page
    others = {*PLACES.values()} - {PLACES[board]}
    assert not any(f"ress a {other}" in page for other in others)


def test_lessons_name_what_to_press(client: Client):
    asked = {
        question.board_id: f"{lesson.address}?question={number}"
        for lesson in LESSONS
        for number, question in enumerate(lesson.questions, start=1)
    }
    for board, address in asked.items():
        assert f"Press a {PLACES.get(board, 'square')}." in sentences(client, address)


@pytest.mark.parametrize("board", ["connect-four", "gomoku"])
def test_no_page_speaks_of_squares_where_there_is_nothing_to_press_but_other_places(
    browse, alice: Player, computer: Player, board: str
):
    game = services.create_game(
        host=alice, mark=Mark.X, guest=computer, variant=BOARDS[board].variant
    )
    for address in (game.get_absolute_url(), puzzle_on(board)):
        page = sentences(browse(alice), address)
        assert re.findall(r"[^<>\"]*\b(?:a|the|that|no) square\b[^<>\"]*", page) == []


# Where pieces are played no page calls a side X or O.

COLOURS = {"connect-four": ("Yellow", "Red"), "gomoku": ("Blue", "Red")}
MOVES = [35, 28, 36, 29]  # on Connect Four and on gomoku


def words_of(client: Client, path: str) -> str:
    page = client.get(path).text
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
    client, address = browse(alice), puzzle_on("connect-four")
    check(words_of(client, address), "connect-four")
    client.post(f"{address}show/")
    check(words_of(client, address), "connect-four")


@pytest.mark.parametrize("path", ["/tree/?board=connect-four&moves=d1-d2-d3", "/learn/parity/"])
def test_a_search_tree_and_a_lesson(client: Client, path: str):
    check(words_of(client, path), "connect-four")
