"""The examples of zugzwang: each is decided by one threat, in the last column."""

from __future__ import annotations

import pytest

from games.ai.threats import threats
from games.engine import Mark, play_moves
from games.study.lessons.zugzwang import CONNECT_FOUR, example
from tests.ai.minimax import minimax


@pytest.mark.parametrize("mark", Mark)
def test_the_examples_are_won_by_one_threat_in_the_last_column(mark: Mark):
    found = example(mark)
    assert threats(found.board, mark) == (found.cell,)
    assert threats(found.board, mark.opponent) == ()
    end = play_moves(found.board, found.line)
    outcome = end.outcome()
    assert outcome
    assert outcome.winner is mark
    assert found.line[-1] == found.cell
    assert minimax(found.board).plies == len(found.line)
    # The piece below it was the only move that was left.
    forced = play_moves(found.board, found.line[:-2])
    assert forced.legal_moves() == (found.cell + CONNECT_FOUR.width,)
