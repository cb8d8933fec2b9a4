from __future__ import annotations

import pytest

from games.ai.threat_search import forced_loss, forced_win
from games.engine import Board
from games.study.lessons.catalogue import LESSONS
from games.study.lessons.questions import (
    ELSEWHERE,
    NEVER_THERE,
    NODES,
    Question,
    SameMove,
    Threat,
)
from tests.study.lessons.claims import claim


def pressed(question: Question) -> list[int]:
    if not isinstance(question, Threat):
        return [*question.board.legal_moves()]
    places = [question.variant.place(cell) for cell in question.moves]
    columns, rows = zip(*places, strict=True)
    near = [
        cell
        for cell in question.board.legal_moves()
        for column, row in [question.variant.place(cell)]
        if min(columns) - 1 <= column <= max(columns) + 1 and min(rows) - 1 <= row <= max(rows) + 1
    ]
    return [*near[::5], *question.right]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_has_five_to_eight_positions(lesson):
    assert 5 <= len(lesson.questions) <= 8


def test_no_other_move_wins_by_threats_on_gomoku(subtests: pytest.Subtests):
    [lesson] = [lesson for lesson in LESSONS if lesson.slug == "gomoku"]
    for number, question in enumerate(lesson.questions, start=1):
        with subtests.test(number=number):
            board = question.board
            if forced_win(board, nodes=NODES):
                sharp = {c for c in pressed(question) if is_won(board.play(c))}
            else:
                sharp = {c for c in pressed(question) if not forced_win(board.play(c), nodes=NODES)}
            assert sharp == question.right


def is_won(after: Board) -> bool:
    return after.is_over or forced_loss(after, nodes=NODES) is not None


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_what_is_said_of_each_answer_is_so(subtests: pytest.Subtests, lesson):
    for number, question in enumerate(lesson.questions, start=1):
        for cell in pressed(question):
            with subtests.test(number=number, cell=question.variant.cell_name(cell)):
                assert claim(question.sentence(cell))(question, cell), question.explain(cell)
                assert "%(" not in question.explain(cell)


def test_a_cell_that_a_turn_brings_there_with_other_marks_is_told_from_one_that_never_comes():
    [lesson] = [lesson for lesson in LESSONS if lesson.slug == "symmetry"]
    question = lesson.questions[3]
    assert isinstance(question, SameMove)
    said = {
        question.variant.cell_name(c): question.sentence(c) for c in question.board.legal_moves()
    }
    assert [name for name, words in said.items() if words == ELSEWHERE] == ["c2", "b1"]
    assert [name for name, words in said.items() if words == NEVER_THERE] == ["c3", "a1", "c1"]
