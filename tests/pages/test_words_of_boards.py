from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine import BOARDS, Mark
from games.models import Player
from games.play import services
from games.study.lessons.catalogue import LESSONS
from games.study.puzzles import book

pytestmark = pytest.mark.django_db

PLACES = {"classic": "square", "connect-four": "column", "gomoku": "crossing"}


def sentences(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def puzzle_on(board: str) -> str:
    puzzles = (
        puzzle for puzzle in book.all_puzzles().values() if puzzle.variant == BOARDS[board].variant
    )
    return f"/puzzles/{next(puzzles).id}/"


@pytest.mark.parametrize("board", PLACES)
def test_the_first_page_and_puzzles_name_what_to_press(client: Client, board: str):
    pages = [sentences(client, address) for address in (f"/?board={board}", puzzle_on(board))]
    assert all(f"Press a {PLACES[board]}" in page for page in pages)
    others = {*PLACES.values()} - {PLACES[board]}
    assert not any(f"ress a {other}" in page for page in pages for other in others)


def test_lessons_name_what_to_press(client: Client):
    for lesson in LESSONS:
        for number, question in enumerate(lesson.questions, start=1):
            page = sentences(client, f"{lesson.address}?question={number}")
            assert f"Press a {PLACES.get(question.board_id, 'square')}." in page


@pytest.mark.parametrize("board", ["connect-four", "gomoku"])
def test_no_page_speaks_of_squares_where_there_is_nothing_to_press_but_other_places(
    browse, alice: Player, computer: Player, board: str
):
    game = services.create_game(
        host=alice, mark=Mark.X, guest=computer, variant=BOARDS[board].variant
    )
    for address in (f"/tree/?board={board}", game.get_absolute_url(), puzzle_on(board)):
        page = sentences(browse(alice), address)
        assert re.findall(r"[^<>\"]*\b(?:a|the|that|no) square\b[^<>\"]*", page) == []
