import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.engine import BOARDS, Board
from games.study.tree.steps import listing, step_facts
from games.study.tree.textbook import Tree, score, search
from tests.study.tree.test_textbook import opening, small_positions

pytestmark = pytest.mark.django_db


def page(client: Client, query: str = "", status: int = 200, path: str = "/tree/") -> str:
    response = client.get(f"{path}{query}")
    assert response.status_code == status, response.content
    return unescape(response.text)


def told(html: str) -> str:
    part = html.partition('data-part="told"')[2].partition(">")[2].partition("</div>")[0]
    return " ".join(re.sub(r"<.*?>", " ", re.sub(r"</?span.*?>", "", part)).split())


def link(html: str, words: str) -> str:
    found = re.search(rf'<a[^>]*href="([^"]*)"[^>]*>\s*{re.escape(words)}', html)
    assert found, words
    return found[1].removeprefix("/tree/")


def test_it_opens_with_plain_minimax_and_goes_on_with_alpha_beta(client: Client):
    html = page(client)
    assert told(html).startswith("All 38 looked at.")
    assert "O takes −10. It is the smallest of +9, 0, −10 and +9, so c2 is the move." in told(html)
    assert "10 of the 38 need no look at all" in " ".join(html.split())
    assert "O wins with its next move" in html
    assert "X wins in 2 of its moves" in page(client, "?board=classic&moves=b2-a1-c3-b1")
    html = page(client, link(html, "Go on with alpha-beta"))
    assert told(html).startswith("10 of 38 never looked at.")
    assert (
        "Line 9: −8 ≥ −10, so stop. After b1, X gets −8 or more, and O already has −10 with c2: "
        "it will never play b1, whatever the rest (a2 and c2) is worth."
    ) in told(html)
    assert "6 never looked at" in html
    assert link(html, "O's move c2") == link(html, "−∞ to −10") == "#at-c2"
    assert 'id="at-c2"' in html


def test_the_steps_are_links_from_the_first_to_the_last(client: Client):
    query, seen = "?search=alpha-beta&step=0", 0
    while query:
        html, seen = page(client, query), seen + 1
        assert html.count('aria-current="step"') == 1
        found = re.search(r'data-step="on"\s+href="([^"]*)"', html)
        query = found[1] if found else ""
    assert seen == len(list(search(opening(), pruning=True)))
    assert re.search(r'data-step="back"\s+href="[^"]*step=84"', html)


def test_a_cut_is_guessed_before_it_happens(client: Client):
    html = page(client, link(page(client, "?search=alpha-beta&step=0"), "Guess the cut"))
    assert "Guess. After b3-c2, α is +9 and β is 0. Will it look at b1?" in told(html)
    assert told(page(client, link(html, "It stops"))).partition("change the move. ")[2] == (
        "Right. Line 9: +9 ≥ 0, so stop. After c2, O gets 0 or less, and X already has +9 with "
        "a2: it will never play c2, whatever the rest (b1) is worth."
    )
    assert "Not so." in told(page(client, link(html, "It goes on")))


@pytest.mark.parametrize("board", ["classic", "misere"])
@pytest.mark.parametrize("pruning", [False, True])
def test_every_step_speaks_in_whole_sentences(board: str, pruning: bool):
    for position in small_positions(601):
        start = Board(BOARDS[board].variant, position.x, position.o)
        events = list(search(start, pruning=pruning)) if not start.outcome() else []
        tree = Tree(start)
        for event in events:
            told = step_facts(tree.take([event]), event, pruning)
            html = render_to_string("study/tree/_step.html", {**told, "event": event})
            words = " ".join(re.sub("</?span.*?>", "", html).split())
            assert re.fullmatch(r"<b> Line \d+\S* .*\. </b> [^ ].*\.", words)
            assert "None" not in html
            assert told["line"] <= len(listing("pseudocode", 0, pruning=pruning))


def test_the_order_of_moves_changes_what_is_looked_at_and_never_the_move(client: Client):
    html = page(client, "?search=alpha-beta")
    for words, count in (("as written", 28), ("best first", 12), ("worst first", 38)):
        query = link(html, words)
        assert re.search(rf"{words}\s+<b>{count}</b>", html)
        assert f"Alpha-beta <b>{count}</b>" in page(client, query)
    assert 'role="alert"' in page(client, "?search=alpha-beta&order=random", 400)


@pytest.mark.parametrize("pruning", [False, True])
def test_what_is_copied_as_python_looks_at_as_many_positions(pruning: bool):
    looked_at: list[Board] = []
    game = {
        "player": lambda board: board.turn.value,
        "actions": lambda board: board.legal_moves(),
        "result": lambda board, move: board.play(move),
        "terminal": lambda board: looked_at.append(board) or board.outcome() is not None,
        "utility": lambda board: score(board, board.ply - opening().ply),
    }
    code = render_to_string("study/tree/search.py.txt", {"pruning": pruning})
    exec(code, game)  # noqa: S102 - as pupils do
    assert opening().variant.cell_name(game["minimax"](opening())) == "c2"  # type: ignore[operator]
    assert len(looked_at) == (28 if pruning else 38)


def test_the_button_copies_all_of_it(client: Client):
    html = client.get("/tree/?search=alpha-beta").text
    copied = re.search(r'data-copy="([^"]*)"', html)
    assert unescape(copied[1]) == render_to_string("study/tree/search.py.txt", {"pruning": True})


def test_any_position_with_few_free_places_has_its_whole_tree(client: Client):
    html = page(client, "?board=classic&moves=b2-a3-c1-c3&search=alpha-beta")
    assert "Minimax <b>186</b>" in html
    own = page(client, link(html, "Your own"))
    assert "One more square, then it can be drawn." in own
    assert told(page(client, link(own, "Minimax"))) == told(page(client))


@pytest.mark.parametrize("step", ["86", "-1", "x", "²", "9" * 5000])
def test_there_is_no_other_step(client: Client, step: str):
    assert 'role="alert"' in page(client, f"?search=alpha-beta&step={step}", 400)


def test_the_wrong_line_is_asked_for_first(client: Client):
    html = page(client, path="/tree/two-ways/")
    assert told(html).startswith("Which line is wrong?")
    assert html.count('aria-current="step"') == 0
    right = page(client, link(html, "<code>best = max(best, value)"), path="/tree/two-ways/")
    assert "Right." in told(right)
    assert "Line 5: the minus is forgotten. It should say best = max(best, −value)." in told(right)
    assert "17 of 57 values are wrong, 9 of them drawn here, and O plays c3, not c1." in told(right)
    wrong = page(client, link(html, "<code>for each move:"), path="/tree/two-ways/")
    assert "Not line 4." in told(wrong)
    html = page(client, link(html, "Another mistake"), path="/tree/two-ways/")
    assert "best = 0" in html


def test_both_ways_play_the_same_move_until_a_mistake_is_tried(client: Client):
    html = page(client, path="/tree/two-ways/")
    agreed = page(client, link(html, "<span>As it should be"), path="/tree/two-ways/")
    assert told(agreed).startswith("Both play c1.")
    for name in ("The minus is forgotten", "Best begins with 0", "The wrong side wins"):
        wrong = page(client, link(html, f"<span>{name}"), path="/tree/two-ways/")
        assert "plays c3, not c1." in told(wrong)
        assert 'class="label" data-wrong' in wrong
    unseen = page(client, link(html, "<span>The end is not seen"), path="/tree/two-ways/")
    assert "It looked at 8 positions after the end." in told(unseen)


@pytest.mark.parametrize("query", ["?mistake=typo", "?moves=b2"])
def test_a_wrong_address_of_the_two_ways_says_so(client: Client, query: str):
    assert 'role="alert"' in page(client, query, 400, "/tree/two-ways/")
