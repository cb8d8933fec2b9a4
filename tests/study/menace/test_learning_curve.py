from __future__ import annotations

import pytest

from games.study.menace import learning_curve
from games.study.menace.models import LearnedGame

pytestmark = pytest.mark.django_db


def store(results: str) -> None:
    for number in range(1, len(results) + 1):
        won, drawn, lost = (results[:number].count(letter) for letter in "wdl")
        LearnedGame.objects.create(number=number, mark="X", won=won, drawn=drawn, lost=lost)


def test_it_rises_by_three_and_one_and_falls_by_one():
    store("wdl")
    curve = learning_curve.draw()
    assert curve
    assert [beads for beads, _ in curve.lines] == [0, 2, 4]
    heights = [y for _, y in curve.points]
    bead = (heights[0] - heights[1]) / 3
    assert bead > 0
    assert heights[1] - heights[2] == pytest.approx(bead, abs=0.2)
    assert heights[3] - heights[2] == pytest.approx(bead, abs=0.2)
    assert curve.words == "After 3 games the curve stands at 3."


def test_numbers_below_zero_have_a_minus_sign():
    store("lll")
    curve = learning_curve.draw()
    assert curve
    assert [number for number, _ in curve.scale] == [
        "\N{MINUS SIGN}3",
        "\N{MINUS SIGN}2",
        "\N{MINUS SIGN}1",
        "0",
    ]


@pytest.mark.parametrize("results", ["d", "l" * 9, "w" * 40, "lw" * 30])
def test_it_stays_in_its_picture_between_round_numbers(results: str):
    store(results)
    curve = learning_curve.draw()
    assert curve
    assert 2 <= len(curve.lines) <= 5
    assert 0 in dict(curve.lines)
    for x, y in [*curve.points, *((curve.left, y) for _, y in curve.lines)]:
        assert curve.left <= x <= curve.right
        assert 0 < y < curve.height


def test_of_many_games_some_are_drawn_the_first_and_the_last_among_them():
    LearnedGame.objects.bulk_create(
        LearnedGame(number=n, mark="X", won=n, drawn=0, lost=0) for n in range(1, 501)
    )
    curve = learning_curve.draw()
    assert curve
    assert 100 < len(curve.points) <= learning_curve.POINTS + 1
    assert curve.points[0][0] == curve.left
    assert curve.points[-1][0] == curve.right
    assert curve.points == sorted(curve.points, key=lambda point: point[0])
