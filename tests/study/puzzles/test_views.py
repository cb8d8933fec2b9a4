"""The pages of puzzles: what they show, and to whom."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import BOARDS
from games.models import Player
from games.play import services
from games.study.puzzles import book
from games.study.puzzles.book import Puzzle
from games.study.puzzles.models import Result
from games.study.puzzles.page import PuzzlePage
from games.study.puzzles.record import RIGHT, SHOWN, WRONG
from tests.puzzles import puzzle_of, wrong_cell

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def set_day(monkeypatch: pytest.MonkeyPatch):
    """Return a function that sets the clock to noon, so many days after the first."""

    def set_to(day: int) -> None:
        monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(days=day))

    set_to(0)
    return set_to


def address(puzzle: Puzzle, action: str = "") -> str:
    return f"/puzzles/{puzzle.id}/{action}"


def answer(client: Client, puzzle: Puzzle, cell: int | None = None):
    cell = puzzle.proof.solution if cell is None else cell
    return client.post(address(puzzle, "answer/"), {"cell": cell}, follow=True)


def page(client: Client, path: str) -> PuzzlePage:
    response = client.get(path)
    assert response.status_code == 200
    return response.context["page"]


# The daily one


def test_a_newcomer_begins_with_an_easy_one_and_goes_on_with_that_of_the_day(client: Client):
    assert page(client, "/puzzles/").puzzle == book.first()
    assert "Your first puzzle" in client.get("/puzzles/").content.decode()
    answer(client, book.first(), wrong_cell(book.first()))
    assert page(client, "/puzzles/").is_daily


def test_the_day_is_that_of_the_sites_time_zone(client: Client, settings):
    settings.TIME_ZONE = "Pacific/Kiritimati"  # 14 hours ahead
    tomorrow = NOON.date() + timedelta(days=1)
    with timezone.override("Pacific/Kiritimati"):
        assert page(client, "/puzzles/today/").puzzle == book.of_day(tomorrow)


def test_the_days_in_a_row_are_told_of_a_days_puzzle_that_was_found(client: Client, set_day):
    words = r"<b>1</b>\s+day in a row"
    daily = page(client, "/puzzles/today/").puzzle
    other = next(each for each in book.all_puzzles().values() if each.id != daily.id)
    assert re.search(words, answer(client, daily).content.decode())
    assert client.get("/puzzles/").context["streak"] == 1
    client.post(address(other, "show/"))
    assert not re.search(words, client.get(address(other)).content.decode())
    set_day(1)
    tomorrow = page(client, "/puzzles/today/").puzzle
    client.post(address(tomorrow, "show/"))
    assert not re.search(words, client.get(address(tomorrow)).content.decode())


# Answers


def test_a_right_answer_shows_the_line_and_a_wrong_one_what_it_allows(client: Client):
    for board in BOARDS:
        puzzle = puzzle_of(board)
        wrong = answer(client, puzzle, wrong_cell(puzzle)).context["page"]
        assert (wrong.state, wrong.step, wrong.drawing.ply) == ("wrong", 0, len(puzzle.moves))
        right = answer(client, puzzle).context["page"]
        assert (right.state, right.step) == ("solved", 1)
        assert right.drawing.ply == len(puzzle.moves) + 1


def test_the_solution_is_not_in_the_page_before_it_is_found(client: Client):
    puzzle = puzzle_of("classic", plies=3)
    html = client.get(f"{address(puzzle)}?step=1").content.decode()
    assert "data-step" not in html
    assert page(client, f"{address(puzzle)}?step=3").drawing.ply == len(puzzle.moves)


def test_one_steps_through_the_line(client: Client):
    puzzle = puzzle_of("classic", plies=3)
    answer(client, puzzle)
    last = len(puzzle.line)
    for step in range(last + 1):
        shown = page(client, f"{address(puzzle)}?step={step}")
        assert shown.drawing.ply == len(puzzle.moves) + step
        assert bool(shown.step_words) is (step > 0)
    html = client.get(f"{address(puzzle)}?step={last}").content.decode()
    assert re.findall(r"\?step=(\d+)", html)[-4:] == ["0", str(last - 1), *2 * [str(last)]]
    for text in ("x", "-1", "99", ""):
        assert page(client, f"{address(puzzle)}?step={text}").step == 1


def test_every_step_leads_to_a_game_that_can_begin():
    for puzzle in book.all_puzzles().values():
        for step in range(len(puzzle.line) + 1):
            moves = PuzzlePage(puzzle, Result.SHOWN, is_daily=False, step=step).moves_to_play
            services.read_opening(moves, puzzle.variant)


def test_looking_makes_nobody_a_player_and_answering_does(client: Client):
    puzzle = puzzle_of("classic")
    for path in ("/puzzles/", address(puzzle)):
        client.get(path)
    for action in ("answer/", "show/"):
        assert client.get(address(puzzle, action))["Location"] == address(puzzle)
    assert client.get("/puzzles/next/")["Location"] == "/puzzles/"
    assert not Player.objects.exists()
    assert "session" not in client.cookies
    answer(client, puzzle)
    assert client.get("/puzzles/").context["visitor"] == Player.objects.get()


def test_what_is_no_answer_is_refused_on_the_page(client: Client):
    for cell, status, words in [
        ("x", 400, "That is not a move."),
        ("77", 409, "There is no such place on this board."),
    ]:
        response = client.post(address(puzzle_of("classic"), "answer/"), {"cell": cell})
        assert response.status_code == status
        assert words in response.content.decode()
        assert response.context["page"].is_open


def test_there_is_no_such_puzzle(client: Client):
    for ask, path in ((client.get, ""), (client.post, "answer/"), (client.post, "show/")):
        response = ask(f"/puzzles/nothing/{path}")
        assert response.status_code == 404
        assert "There is no such puzzle." in response.content.decode()


# The next one, and the record


def test_the_next_puzzle_is_of_the_kind_chosen_and_the_choice_is_kept(client: Client):
    response = client.post("/puzzles/next/", {"board": "misere", "grade": "3"}, follow=True)
    shown = response.context["page"]
    assert (shown.board.id, shown.puzzle.grade) == ("misere", 3)
    for path in ("/puzzles/", address(shown.puzzle)):
        page = client.get(path).content.decode()
        assert re.search(r'value="misere" selected', page)
        assert re.search(r'value="3" selected', page)


def test_a_kind_that_there_is_not_is_refused(client: Client):
    for data in ({"board": "chess"}, {"grade": "9"}, {"grade": "x"}):
        response = client.post("/puzzles/next/", data)
        assert response.status_code == 400
        assert "There are no such puzzles." in response.content.decode()


def test_the_record_counts_what_was_found_and_says_nothing_before(client: Client):
    first, second, third = book.read("classic")[:3]
    assert "You have found" not in client.get("/puzzles/").content.decode()
    answer(client, first)
    answer(client, second, wrong_cell(second))
    answer(client, second)
    client.post(address(third, "show/"))
    tally = client.get("/puzzles/").context["tally"]
    assert (tally.found, tally.first_try) == (2, 1)
    text = " ".join(client.get("/puzzles/").content.decode().split())
    assert "You have found 2 puzzles. 1 at the first try." in text


def test_a_result_has_a_square_for_each_answer(client: Client):
    first, second, third = book.read("classic")[:3]
    assert page(client, address(first)).squares == ""
    answer(client, first)
    for _ in range(20):
        answer(client, second, wrong_cell(second))
    answer(client, second)
    answer(client, third, wrong_cell(third))
    client.post(address(third, "show/"))
    rows = [page(client, address(puzzle)).squares for puzzle in (first, second, third)]
    assert rows == [RIGHT, 8 * WRONG + RIGHT, WRONG + SHOWN]


# Links


def test_the_link_of_a_puzzle_says_what_it_is(client: Client):
    response = client.get(address(puzzle_of("4x4")))
    assert response.context["link"].endswith(address(puzzle_of("4x4")))
    assert response.context["preview"].title == "A puzzle"
    response = client.get("/puzzles/today/")
    preview, shown = response.context["preview"], response.context["page"]
    assert preview.title == "Today's puzzle"
    assert preview.url.endswith("/puzzles/today/")
    assert preview.description.startswith(f"{shown.turn} to move.")
    assert response.context["link"].endswith(address(shown.puzzle))
