import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from games.ai.solver import Value
from games.engine import BOARDS, CLASSIC
from games.models import Player
from games.play import services
from games.study.puzzles import book
from games.study.puzzles.book import Puzzle, Theme
from games.study.puzzles.models import Result
from games.study.puzzles.record import RIGHT, SHOWN, WRONG
from games.study.puzzles.solving import Solving, facts_of
from tests.puzzles import own_moves, puzzle_of, wrong_cell, wrong_cells

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def set_day(monkeypatch: pytest.MonkeyPatch):
    def set_to(day: int) -> None:
        monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(days=day))

    set_to(0)
    return set_to


def address(puzzle: Puzzle, action: str = "") -> str:
    return f"/puzzles/{puzzle.id}/{action}"


def answer(client: Client, puzzle: Puzzle, cell: int):
    return client.post(address(puzzle, "answer/"), {"cell": cell}, follow=True)


def solve(client: Client, puzzle: Puzzle):
    return [answer(client, puzzle, cell) for cell in own_moves(puzzle)][-1]


def page(client: Client, path: str) -> Solving:
    response = client.get(path)
    assert response.status_code == 200
    return response.context["solving"]


def test_a_newcomer_begins_with_an_easy_one_and_goes_on_with_that_of_the_day(client: Client):
    assert page(client, "/puzzles/").puzzle == book.first()
    assert "Your first puzzle" in client.get("/puzzles/").text
    answer(client, book.first(), wrong_cell(book.first()))
    assert page(client, "/puzzles/").puzzle == book.first()
    solve(client, book.first())
    assert page(client, "/puzzles/").is_daily


def test_the_day_is_that_of_the_sites_time_zone(client: Client, settings):
    settings.TIME_ZONE = "Pacific/Kiritimati"  # 14 hours ahead
    tomorrow = NOON.date() + timedelta(days=1)
    with timezone.override("Pacific/Kiritimati"):
        assert page(client, "/puzzles/today/").puzzle == book.of_day(tomorrow)


def test_the_days_in_a_row_are_told_of_a_days_puzzle_that_was_found(client: Client, set_day):
    words = r"<b>1</b>\s+day"
    daily = page(client, "/puzzles/today/").puzzle
    other = next(each for each in book.all_puzzles().values() if each.id != daily.id)
    assert re.search(words, solve(client, daily).text)
    assert client.get("/puzzles/").context["days"].streak.now == 1
    client.post(address(other, "show/"))
    assert not re.search(words, client.get(address(other)).text)
    set_day(1)
    tomorrow = page(client, "/puzzles/today/").puzzle
    client.post(address(tomorrow, "show/"))
    assert not re.search(words, client.get(address(tomorrow)).text)


def test_a_day_of_which_the_solution_was_shown_has_nothing_to_solve(client: Client):
    assert "Solve today" in client.get("/puzzles/days/").text
    client.post(address(page(client, "/puzzles/today/").puzzle, "show/"))
    assert "Solve today" not in client.get("/puzzles/days/").text


def test_a_wrong_answer_is_refuted_on_the_board(client: Client):
    for board in BOARDS:
        puzzle = puzzle_of(board)
        wrong, cell = wrong_cell(puzzle), puzzle.variant.cell_name
        response = answer(client, puzzle, wrong)
        shown = response.context["solving"]
        line = puzzle.stage.refutation(wrong).line
        assert (shown.state, shown.drawing.board.ply) == (
            "wrong",
            len(puzzle.moves) + 1 + len(line),
        )
        assert [each.number for each in shown.drawing.cells if each.is_tried] == [wrong]
        text = " ".join(unescape(response.text).split())
        assert f"<b> Not {cell(wrong)}:" in text
        assert page(client, address(puzzle)).drawing.board.ply == len(puzzle.moves)


def test_each_own_move_is_asked_and_the_last_one_wins(client: Client):
    for board in BOARDS:
        puzzle = puzzle_of(board, goal=Value.WIN)
        own = own_moves(puzzle)
        for count, cell in enumerate(own[:-1], start=1):
            shown = answer(client, puzzle, cell).context["solving"]
            assert (shown.state, shown.own, shown.number) == ("open", own[:count], count + 1)
            assert shown.progress.count("done") == count
            assert page(client, address(puzzle)) == shown  # also after a reload
        last = answer(client, puzzle, own[-1]).context["solving"]
        assert (last.state, last.drawing.board.ply) == (
            "first_try",
            len(puzzle.moves) + puzzle.plies,
        )
        assert last.progress == ["done"] * len(own)


def test_a_hint_says_what_to_look_for_and_not_where(client: Client):
    for puzzle in book.all_puzzles().values():
        solving = Solving(puzzle, None, is_daily=False, is_hinted=True)
        context = {"solving": solving, "facts": facts_of(solving)}
        note = render_to_string("study/puzzles/_answer_or_hint.html", context)
        assert note.strip()
        assert puzzle.variant.cell_name(puzzle.solution) not in note.split()
    puzzle = puzzle_of("connect-four")
    assert not client.get(f"{address(puzzle)}?hint").context["solving"].is_noted
    response = client.post(address(puzzle, "hint/"), follow=True)
    assert response.context["solving"].is_noted
    assert "Solved, with a hint." in solve(client, puzzle).text


def test_the_solution_is_not_in_the_page_before_it_is_found(client: Client):
    puzzle = puzzle_of("classic", plies=3)
    html = client.get(f"{address(puzzle)}?step=1").text
    assert "?step=" not in html
    assert page(client, f"{address(puzzle)}?step=3").drawing.board.ply == len(puzzle.moves)


def test_one_steps_through_the_line(client: Client):
    puzzle = puzzle_of("classic", plies=3)
    solve(client, puzzle)
    last = puzzle.plies
    for step in range(last + 1):
        shown = page(client, f"{address(puzzle)}?step={step}")
        assert shown.drawing.board.ply == len(puzzle.moves) + step
        assert bool(shown.step_words) is (step > 0)
    html = client.get(f"{address(puzzle)}?step={last}").text
    assert re.findall(r"\?step=(\d+)", html) == [*map(str, range(1, last + 1))]
    for text in ("x", "-1", "99", ""):
        assert page(client, f"{address(puzzle)}?step={text}").shown == last


def test_every_step_leads_to_a_game_that_can_begin():
    for puzzle in book.all_puzzles().values():
        own = own_moves(puzzle)
        shown = Solving(puzzle, Result.SHOWN, is_daily=False, own=own)
        for step in range(len(shown.line) + 1):
            moves = replace(shown, step=step).moves_to_play
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
    answer(client, puzzle, puzzle.solution)
    assert client.get("/puzzles/").context["visitor"] == Player.objects.get()


def test_what_is_no_answer_is_refused_on_the_page(client: Client):
    for cell, status, words in [
        ("x", 400, "That is not a move."),
        ("77", 409, "There is no such place on this board."),
    ]:
        response = client.post(address(puzzle_of("classic"), "answer/"), {"cell": cell})
        assert response.status_code == status
        assert words in response.text
        assert response.context["solving"].is_open


def test_there_is_no_such_puzzle(client: Client):
    for ask, path in ((client.get, ""), (client.post, "answer/"), (client.post, "show/")):
        response = ask(f"/puzzles/nothing/{path}")
        assert response.status_code == 404
        assert "There is no such puzzle." in response.text


def next_one(client: Client, theme: str = "", board: str = ""):
    return client.post("/puzzles/next/", {"theme": theme, "board": board}, follow=True)


def test_the_next_puzzle_is_of_the_kind_chosen_and_the_choice_is_kept(client: Client):
    for theme, board in (("fork", ""), ("fork", "6x6"), ("", "misere")):
        shown = next_one(client, theme, board).context["solving"]
        assert theme in ("", shown.puzzle.theme)
        assert board in ("", shown.board.id)
        page = client.get("/puzzles/").text
        for value in filter(None, (theme, board)):
            assert f'value="{value}" selected' in page


def test_of_two_that_have_no_puzzle_together_the_new_choice_wins(client: Client):
    next_one(client, "parity", "connect-four")
    assert next_one(client, "parity", "gomoku").context["solving"].board.id == "gomoku"
    assert next_one(client, "parity", "gomoku").context["solving"].puzzle.theme == Theme.PARITY


def test_puzzles_of_one_kind_are_counted_as_a_run(client: Client):
    words = "puzzle 2 of this run"
    assert words not in next_one(client, "fork").text
    assert words in next_one(client, "fork").text
    assert words not in next_one(client, "fork", "6x6").text


def test_a_result_has_a_square_for_each_answer(client: Client):
    first, second, third = book.read("classic")[:3]
    assert page(client, address(first)).squares == ""
    solve(client, first)
    for wrong in 10 * wrong_cells(second)[:2]:
        answer(client, second, wrong)
    solve(client, second)
    answer(client, third, wrong_cell(third))
    client.post(address(third, "show/"))
    rows = [page(client, address(puzzle)).squares for puzzle in (first, second, third)]
    assert rows == [RIGHT, 8 * WRONG + RIGHT, WRONG + SHOWN]


def test_the_days_puzzle_alone_is_shared(client: Client):
    daily = page(client, "/puzzles/today/").puzzle
    other = next(each for each in book.read("classic") if each != daily)
    pages = [solve(client, each).text for each in (daily, other)]
    assert ["data-copy" in each for each in pages] == [True, False]
    shared = re.search(r'data-copy="(.*?)"', pages[0], re.DOTALL)
    title, squares, link = (" ".join(line.split()) for line in shared[1].rsplit("\n", 2))
    assert title.startswith("Tic-tac-toe puzzle of 22 Nov: ")
    assert (squares, link.endswith(address(daily))) == (RIGHT, True)
    assert [">1</b>" in each for each in pages] == [True, False]


def test_six_puzzles_are_printed_with_their_answers(client: Client):
    response = client.get("/puzzles/print/?theme=fork&board=classic")
    shown = response.context["exercises"]
    assert [each["theme"] for each in shown] == 6 * [Theme.FORK]
    assert {each["drawing"].variant for each in shown} == {CLASSIC}
    page = " ".join(response.text.split())
    assert "Six puzzles" in page
    for number, each in enumerate(shown, start=1):
        assert f"<b>{number}</b><strong>{'/'.join(each['answers'])}</strong>" in page
    for wrong in ("board=nothing", "count=13"):
        assert client.get(f"/puzzles/print/?{wrong}").status_code == 400


@pytest.mark.parametrize("count", [6, 12])
def test_a_page_has_as_many_puzzles_of_a_grade_as_are_asked_for(client: Client, count: int):
    response = client.get(f"/puzzles/print/?grade=5&board=gomoku&count={count}")
    shown = response.context["exercises"]
    assert len(shown) == count
    page = " ".join(strip_tags(response.text).split())
    assert "testserver/puzzles Gomoku, very hard · 1" in page
    ids = [each["link"].rstrip("/").rsplit("/", 1)[1].lower() for each in shown]
    assert {puzzle.grade for puzzle in map(book.find, ids) if puzzle} == {5}
    # A code is in capitals, and leads there all the same.
    assert client.get(f"/PUZZLES/{ids[0].upper()}/")["Location"] == f"/puzzles/{ids[0]}/"
