import re
from collections import OrderedDict
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games.ai.own_player import MARKS, TENS, best_of
from games.engine import Board
from games.study.own_player import views

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    for cache in (views.values, views.counts, views.matches):
        monkeypatch.setattr(cache, "kept", OrderedDict())


def page(client: Client, query: str, status: int = 200) -> str:
    response = client.get(f"/own-player/?{query}")
    assert response.status_code == status, response.content
    return response.text


def best_cells(html: str) -> list[int]:
    return [int(n) for n in re.findall(r'data-cell="(\d+)"[^>]*data-best', html)]


def test_it_shows_what_the_settings_choose(client: Client):
    board = Board().play(4)
    marks = "one=1&two=2&three=3&bonus=1&depth=3"
    assert best_cells(page(client, "moves=b2")) == best_of(TENS.values(board))
    assert best_cells(page(client, f"{marks}&moves=b2")) == best_of(MARKS.values(board))
    assert 'aria-current="true">Marks' in page(client, marks)


def test_it_says_what_the_lines_of_a_move_count(client: Client):
    said = " ".join(re.sub("<.*?>", " ", page(client, "moves=b2&why=b3")).split())
    assert re.search(r"b3: \S+ It expects b3, \w\d, \w\d\. Then X is to move", said)
    assert "O: 2 lines with 1 mark +20 X: 3 lines with 1 mark \N{MINUS SIGN}90" in said
    assert "b3" in re.findall(r"Play (\w\d)", said)


def test_it_answers_whom_it_plays(client: Client):
    response = client.get("/own-player/?moves=b2&you=X&depth=2")
    query = parse_qs(urlsplit(response["Location"]).query)
    assert query["you"] == ["X"]
    assert query["depth"] == ["2"]
    assert re.fullmatch("b2-[ac][13]", query["moves"][0])
    html = page(client, f"you=X&depth=2&moves={query['moves'][0]}")
    assert "You are X: your move" in html
    assert not best_cells(html)


def test_it_plays_twenty_games_against_the_levels_and_the_same_again(client: Client):
    table = re.compile(r"<tbody>.*?</tbody>", re.DOTALL)
    [games] = table.findall(page(client, "match=20"))
    assert sum(int(n) for n in re.findall(r"<td>(\d+)</td>", games)) == 20
    views.matches.kept.clear()
    assert table.findall(page(client, "match=20")) == [games]


def test_what_is_no_setting_gets_a_sentence_and_the_player_tens(client: Client):
    html = page(client, "one=many&depth=0&moves=b2")
    assert html.count('class="error"') == 2
    assert "Enter a whole number." in html
    assert best_cells(html) == best_of(TENS.values(Board().play(4)))


@pytest.mark.parametrize("query", ["moves=z9", "moves=b2-b2"])
def test_where_there_is_no_such_position_it_says_so(client: Client, query: str):
    assert "No game leads to that position." in page(client, query, 400)
    assert "This is not there for that board." in page(client, "board=gomoku", 404)
