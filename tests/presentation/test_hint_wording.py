"""Hints and verdicts in words."""

from __future__ import annotations

import pytest

from games.engine import CLASSIC
from games.presentation import hint_wording
from games.protocol import VerdictJSON
from tests.hints import advice, verdict


@pytest.mark.parametrize(
    ("of", "brief", "said"),
    [
        (verdict("win", 1), "W1", "win in 1 move"),
        (verdict("win", 5), "W3", "win in 3 moves"),
        (verdict("loss", 2), "L1", "loss in 1 move"),
        (verdict("loss"), "L", "loss"),
        (verdict("draw"), "D", "draw"),
        (verdict("unknown"), "?", "unknown"),
    ],
)
def test_a_verdict_is_said_in_words_and_in_signs(of: VerdictJSON, brief: str, said: str):
    assert hint_wording.verdict_in_words(of) == {**of, "brief": brief, "words": said}


def test_what_the_moves_come_to_is_said(subtests: pytest.Subtests):
    for verdicts, said in [
        (["win 5", "win 3", "unknown"], "Best: b 2. You can win in 2 moves."),
        (["win", "loss 2"], "Best: b 2. You can win."),
        (["draw", "loss 2"], "Best: b 2. If both play their best, this is a draw."),
        (["unknown"], "My guess: b 2. Nothing is proven here yet."),
        (["unknown", "loss 2"], "My guess: b 2. Some moves lose; the rest is unknown."),
        (["loss 2", "loss 4"], "Best: b 2. Every move loses, the best in 2 moves."),
        (["loss 2", "loss"], "Best: b 2. Every move loses."),
    ]:
        with subtests.test(verdicts=verdicts, said=said):
            split = (text.split() for text in verdicts)
            of = [verdict(value, int(plies[0]) if plies else None) for value, *plies in split]
            assert (
                hint_wording.hint(CLASSIC, advice(of, [4], is_proven="guess" not in said)) == said
            )


@pytest.mark.parametrize(
    ("best", "said"),
    [
        ([4], "Best: b 2."),
        ([0, 8], "Best: a 3 or c 1."),
        ([0, 2, 6, 8], "Best: a 3, c 3, a 1 or c 1."),
        ([0, 1, 2, 3, 5], "Best: one of 5 marked cells."),
    ],
)
def test_few_equally_good_moves_are_named(best: list[int], said: str):
    assert hint_wording.hint(CLASSIC, advice([verdict("draw")], best)).startswith(f"{said} If both")
