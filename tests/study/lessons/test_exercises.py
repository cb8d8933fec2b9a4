from __future__ import annotations

import pytest

from games.ai.solver import Value
from games.engine import CLASSIC, canonical, play_moves
from games.study.lessons.exercises import Mistake, mistakes, openings
from tests.ai.minimax import minimax
from tests.game_tree import open_positions


def all_mistakes() -> list[Mistake]:
    return [item for item in mistakes(CLASSIC, CLASSIC.size) if isinstance(item, Mistake)]


@pytest.mark.parametrize(
    ("first", "holding"),
    [("a3", {"b2"}), ("b2", {"a1", "a3", "c1", "c3"}), ("b3", {"b2", "a3", "c3", "b1"})],
)
def test_what_holds_against_a_corner_the_centre_and_an_edge(first: str, holding: set[str]):
    [opening] = [each for each in openings(CLASSIC) if CLASSIC.cell_name(each.cell) == first]
    assert set(map(CLASSIC.cell_name, opening.holding)) == holding
    assert opening.unknown == ()
    for cell, verdict in opening.replies.items():
        assert verdict == minimax(opening.board.play(cell)).one_ply_earlier()


def test_the_mistakes_are_those_that_plain_minimax_finds():
    expected = {
        canonical(board.play(cell))
        for board in open_positions()
        if minimax(board).value is not Value.LOSS
        for cell in board.legal_moves()
        if minimax(board.play(cell)).value is Value.WIN
    }
    assert {canonical(each.board.play(each.cell)) for each in all_mistakes()} == expected


def test_no_mistake_is_listed_twice():
    found = [(each.board, canonical(each.board.play(each.cell))) for each in all_mistakes()]
    assert len(set(found)) == len(found)
    assert all(board == canonical(board) for board, _ in found)


def test_every_mistake_is_punished_by_the_line():
    for mistake in all_mistakes():
        after = mistake.board.play(mistake.cell)
        end = play_moves(after, mistake.line)
        outcome = end.outcome()
        assert outcome
        assert outcome.winner is mistake.mark.opponent
        assert len(mistake.line) == minimax(after).plies
