from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from games.study.menace import views
from games.study.menace.models import LearnedGame

pytestmark = pytest.mark.django_db


def store(results: str) -> None:
    for number in range(1, len(results) + 1):
        won, drawn, lost = (results[:number].count(letter) for letter in "wdl")
        LearnedGame.objects.create(number=number, mark="X", won=won, drawn=drawn, lost=lost)


def test_it_rises_by_three_and_one_and_falls_by_one():
    store("wdl")
    curve = views.draw()
    assert curve
    assert [beads for beads, _, _ in curve["lines"]] == [0, 2, 4]
    heights = [y for _, y in curve["points"]]
    bead = (heights[0] - heights[1]) / 3
    assert bead > 0
    assert heights[1] - heights[2] == pytest.approx(bead, abs=0.2)
    assert heights[3] - heights[2] == pytest.approx(bead, abs=0.2)
    html = render_to_string("study/menace/_curve.html", {"curve": curve})
    assert 'aria-label="After 3 games the curve stands at 3."' in html
