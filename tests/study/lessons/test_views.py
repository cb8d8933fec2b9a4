import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games.engine import Board, play_moves, read_moves
from games.engine.presets import BOARDS
from games.study.lessons import figures
from games.study.lessons.catalogue import LESSONS, PAGES, SHELVES, Page

pytestmark = pytest.mark.django_db


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.text.split())


def position(address: str) -> Board:
    query = parse_qs(urlsplit(unescape(address)).query)
    variant = BOARDS[query["board"][0]].variant
    return play_moves(Board(variant), read_moves(query.get("moves", [""])[0], variant))


def test_the_hub_has_shelves_of_pages_and_the_next_lesson(client: Client):
    page = unescape(text(client, "/learn/"))
    for shelf in SHELVES:
        assert f">{shelf.name}</h2>" in page
    for entry in PAGES:
        assert f'href="{entry.address}"' in page
        assert f"<b>{entry.name}</b>" in page
        assert entry.sentence in page
    assert page.count('class="picture"') == 1
    assert f'<a class="button primary" href="{LESSONS[0].address}"> Begin</a>' in page


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_tells_a_right_answer_from_a_wrong_one(client: Client, lesson: Page):
    for number, question in enumerate(lesson.questions, start=1):
        page = text(client, f"{lesson.address}?question={number}")
        assert question.words() in unescape(page)
        wrong = {*question.board.legal_moves()} - question.right
        for cell in (min(question.right), min(wrong)):
            answer = {"question": number, "cell": cell}
            response = client.post(f"{lesson.address}answer/", answer, follow=True)
            page = unescape(" ".join(response.text.split()))
            name = question.variant.cell_name(cell)
            assert bool(re.search(rf"Yes, {name}[.:]", page)) is (cell in question.right)
            assert (f"Not {name}." in page) is (cell not in question.right)
            assert question.explain(cell) in page


def test_a_lesson_is_done_when_all_its_questions_are(client: Client):
    [lesson] = [lesson for lesson in LESSONS if lesson.slug == "replies"]
    for number, question in enumerate(lesson.questions, start=1):
        assert 'class="done"' not in text(client, "/learn/")
        assert f'name="question" value="{number}"' in text(client, lesson.address)
        answer = {"question": number, "cell": min(question.right)}
        client.post(f"{lesson.address}answer/", answer)
    assert text(client, "/learn/").count('class="done"') == 1


@pytest.mark.parametrize(
    "answer", [{}, {"question": 1, "cell": 0}, {"question": 9, "cell": 8}, {"question": 1}]
)
def test_what_is_no_answer_is_refused(client: Client, answer: dict[str, int]):
    response = client.post("/learn/forks/answer/", answer)
    assert response.status_code == 400
    assert "That is not a move." in response.text


def test_a_last_question_can_be_played_on_from_and_leads_to_the_next_page(subtests, client):
    for lesson in LESSONS:
        with subtests.test(lesson=lesson):
            question = lesson.questions[-1]
            cell = question.variant.cell_name(min(question.right))
            page = text(client, f"{lesson.address}?question={len(lesson.questions)}&cell={cell}")
            for play in re.findall(r'<a href="(/\?board=[^"]+)">Play on from here</a>', page):
                assert position(play) == question.steps(min(question.right))[1].drawing.board
            address = PAGES[PAGES.index(lesson) + 1].address
            assert re.search(rf'<a class="button next primary" [^>]*href="{address}"', page)
            assert lesson.lead in unescape(page)


def test_a_fork_is_bands_and_names_where_it_wins(client: Client):
    page = text(client, "/learn/forks/?question=1&cell=a1")
    assert "X wins on a2 or on c3, and O can stop only one." in page
    assert re.findall(r'class="band x" d="([^"]+)"', page) == [
        "M0.5 0.5L0.5 2.5",
        "M2.5 0.5L0.5 2.5",
    ]
    assert "a2 is right, too." in page


def test_a_hint_says_in_which_column_to_look(client: Client):
    assert "Look at column a." in text(client, "/learn/forks/?question=1&hint")
    assert "Look at columns a to d." in text(client, "/learn/connect-four/?question=1&hint")


def test_a_wrong_answer_lights_the_cell_of_what_refutes_it(client: Client):
    page = text(client, "/learn/connect-four/?question=1&cell=a1")
    assert "Red wins at once on g2." in page
    [lit] = re.findall(r'data-name="(..)"[^>]*data-refutation', page)
    assert lit == "g2"
    assert "data-refutation" not in text(client, "/learn/connect-four/?question=1&cell=d3")


def test_a_lesson_has_all_its_positions_for_print(client: Client):
    for lesson in LESSONS:
        page = text(client, lesson.address)
        worksheet = page[page.index("worksheet") :]
        assert worksheet.count('class="picture"') == len(lesson.questions)
        assert all(question.words() in unescape(worksheet) for question in lesson.questions)
    assert "Play in the middle left board." in text(client, "/learn/ultimate/")


def test_what_there_is_not_is_not_found(subtests: pytest.Subtests, client: Client):
    for address in [
        "nothing/",
        "mistakes/?move=1",
        "mistakes/?move=10",
        "mistakes/?move=²",
        "mistakes/?move=2&number=8",
        "mistakes/?line=7",
        "mistakes/?line=99999999999999999999",
        "forks/?question=6",
        "forks/?question=1&cell=a3",
        "forks/?question=1&cell=a2&step=9",
    ]:
        with subtests.test(address=address):
            response = client.get(f"/learn/{address}")
            assert response.status_code == 404
            assert "This address leads nowhere." in response.text


def test_the_pages_of_the_catalogue_show_every_mistake_once(client: Client):
    found = figures.mistakes_at(5)
    page = text(client, "/learn/mistakes/?move=5")
    pages = re.findall(r'href="([^"]+)#catalogue" aria-label="Page', page)
    shown = [
        each
        for address in pages
        for each in re.findall(
            r'<a href="[^"]+" aria-label="((?:[XO] [abc] \d(?:; |: )?)+)"',
            text(client, f"/learn/mistakes/{unescape(address)}"),
        )
    ]
    assert len(shown) == len(set(shown)) == len(found) == 184
