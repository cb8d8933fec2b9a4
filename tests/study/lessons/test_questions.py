from collections.abc import Callable, Iterator
from functools import cache

import pytest

from games.ai.line_patterns import PatternBoard
from games.ai.solver import Value, value_of, values_of_moves
from games.ai.threat_search import forced_loss, forced_win
from games.engine import Board, Variant, play_moves
from games.study.lessons import questions
from games.study.lessons.catalogue import LESSONS
from games.study.lessons.questions import NODES, Question, SameMove, Threat
from tests.ai.minimax import minimax

Claim = Callable[[Question, int], bool]
MOST_MINIMAX = 9  # cells of a board that plain minimax judges


def turns(variant: Variant, *, mirrored: bool = False) -> Iterator[list[int]]:
    size = variant.width
    places = [(column, row) for row in range(size) for column in range(size)]
    if mirrored:
        places = [(size - 1 - column, row) for column, row in places]
    for _ in range(4):
        places = [(size - 1 - row, column) for column, row in places]
        yield [row * size + column for column, row in places]


def ways(question: Question, cell: int) -> list[list[int]]:
    both = [*turns(question.variant), *turns(question.variant, mirrored=True)]
    return [way for way in both if way[cell] == question.moves[-1]]


def keeps_marks(question: Question, way: list[int]) -> bool:
    before = play_moves(Board(question.variant), question.moves[:-1])
    return all(before.mark_at(cell) == before.mark_at(way[cell]) for cell in range(len(way)))


def is_elsewhere(question: Question, cell: int) -> bool:
    ones = ways(question, cell)
    return bool(ones) and not any(keeps_marks(question, way) for way in ones)


def is_large(board: Board) -> bool:
    return board.variant.size > 100


def answered(question: Question, cell: int) -> Board:
    answer = question.answer_to(cell)
    assert answer is not None
    return question.board.play(cell).play(answer)


def loses_at_once(question: Question, cell: int) -> bool:
    outcome = answered(question, cell).outcome()
    return bool(outcome and outcome.winner is question.mark.opponent)


def loses_later(question: Question, cell: int) -> bool:
    after, then = question.board.play(cell), answered(question, cell)
    if is_large(after):
        return not then.is_over and forced_win(after, nodes=NODES) is not None
    return not then.is_over and value_of(then).value is Value.LOSS


def holds_a_draw(question: Question, cell: int) -> bool:
    wins = any(value.value is Value.WIN for value in values_of_moves(question.board).values())
    return wins and value_of(answered(question, cell)).value is Value.DRAW


def plain_value(board: Board) -> Value:
    if not board.variant.shared:
        return minimax(board).value
    return Value.WIN if wins_plainly(board) else Value.LOSS


@cache
def wins_plainly(board: Board) -> bool:
    if outcome := board.outcome():
        return outcome.winner is board.turn
    return any(not wins_plainly(board.play(cell)) for cell in board.legal_moves())


def makes_own_line(question: Question, cell: int) -> bool:
    outcome = question.board.play(cell).outcome()
    return bool(outcome and outcome.winner is question.mark.opponent)


def has_to_make_a_row(question: Question, cell: int) -> bool:
    then = answered(question, cell)
    return question.variant.misere and plain_value(then) is Value.LOSS


def is_answered(question: Question, cell: int) -> bool:
    after, side = PatternBoard(question.board.play(cell)), question.board.ply % 2
    threatens = after.fives(side) or any(len(fives) > 1 for fives in after.fours(side).values())
    return bool(threatens) and forced_win(answered(question, cell), nodes=NODES) is None


def is_quiet(question: Question, cell: int) -> bool:
    after, side = PatternBoard(question.board.play(cell)), question.board.ply % 2
    return not after.fives(side) and all(len(five) == 1 for five in after.fours(side).values())


def sends_to(question: Question, cell: int) -> int:
    column, row = question.variant.place(cell)
    return row % 3 * 3 + column % 3


def lets_choose(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    boards = {question.variant.board_of(each) for each in after.legal_moves()}
    return len(boards) > 1 and after.closed().get(sends_to(question, cell)) is not None


def won_by(board: Board, cell: int) -> bool:
    return len([m for m in board.play(cell).closed().values() if m is board.turn]) > len(
        [m for m in board.closed().values() if m is board.turn]
    )


# By what is said of a wrong answer: whether it is true of the board. What is said of a right one is
# the lesson's own, and that it is right is checked.
CLAIMS: dict[str, Claim] = {
    questions.AT_ONCE: loses_at_once,
    questions.LATER: loses_later,
    questions.DRAWN: holds_a_draw,
    questions.OWN_LINE: makes_own_line,
    questions.MISERE: has_to_make_a_row,
    questions.LAST: has_to_make_a_row,
    questions.ANSWERED: is_answered,
    questions.QUIET: is_quiet,
    questions.NEVER_THERE: lambda question, cell: not ways(question, cell),
    questions.ELSEWHERE: is_elsewhere,
    questions.FREE: lets_choose,
    questions.MISSED: lambda question, cell: not won_by(question.board, cell),
}


def is_right(question: Question, cell: int) -> bool | None:
    if isinstance(question, SameMove):
        return any(keeps_marks(question, way) for way in ways(question, cell))
    if question.cells or question.variant.size > MOST_MINIMAX:
        return None
    values = {c: plain_value(question.board.play(c)) for c in question.board.legal_moves()}
    opposite = (Value.LOSS, Value.DRAW, Value.WIN)  # for the other side, the best first
    return values[cell] is min(values.values(), key=opposite.index)


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
                is_so = CLAIMS.get(question.sentence(cell))
                assert is_right(question, cell) in (None, cell in question.right)
                assert is_so is None or is_so(question, cell), question.explain(cell)
                assert "%(" not in question.explain(cell)
