"""Every sentence that a lesson says of an answer is true, on every cell of every question."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from games.ai.solver import Value
from games.ai.threats import threats
from games.engine import CLASSIC, Board, Variant, play_moves
from games.study.lessons.exercises import best_line
from games.study.lessons.pages import LESSONS
from games.study.lessons.questions import ELSEWHERE, MISSED, NEVER_THERE, Question, SameMove
from tests.ai.minimax import minimax
from tests.game_tree import classic_layers

Claim = Callable[[Question, int], bool]
CENTRE, CORNERS, EDGES = {4}, {0, 2, 6, 8}, {1, 3, 5, 7}


def turns(variant: Variant, *, mirrored: bool = False) -> Iterator[list[int]]:
    """Yield where each cell comes to lie when a square board is turned, and mirrored first."""
    size = variant.width
    places = [(column, row) for row in range(size) for column in range(size)]
    if mirrored:
        places = [(size - 1 - column, row) for column, row in places]
    for _ in range(4):
        places = [(size - 1 - row, column) for column, row in places]
        yield [row * size + column for column, row in places]


def ways(question: Question, cell: int) -> list[list[int]]:
    """Return the turns and mirrors that bring a cell to where the last move is."""
    both = [*turns(question.variant), *turns(question.variant, mirrored=True)]
    return [way for way in both if way[cell] == question.moves[-1]]


def keeps_marks(question: Question, way: list[int]) -> bool:
    before = play_moves(Board(question.variant), question.moves[:-1])
    return all(before.mark_at(cell) == before.mark_at(way[cell]) for cell in range(len(way)))


def is_turned(question: Question, cell: int) -> bool:
    return any(
        way[cell] == question.moves[-1] and keeps_marks(question, way)
        for way in turns(question.variant)
    )


def is_mirrored_at_the_diagonal(question: Question, cell: int) -> bool:
    column, row = question.variant.place(cell)
    on_the_diagonal = all(len(set(question.variant.place(c))) == 1 for c in question.moves[:2])
    return on_the_diagonal and question.variant.cell(row, column) == question.moves[-1]


def is_elsewhere(question: Question, cell: int) -> bool:
    ones = ways(question, cell)
    return bool(ones) and not any(keeps_marks(question, way) for way in ones)


def forks(question: Question, cell: int) -> bool:
    return len(threats(question.board.play(cell), question.mark)) == 2


def threatens_and_forks(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    [blocked] = threats(after, question.mark)
    then = after.play(blocked)
    doubles = [c for c in then.legal_moves() if len(threats(then.play(c), question.mark)) == 2]
    return any(minimax(then.play(c)).value is Value.LOSS for c in doubles)


def makes_x_answer(question: Question, cell: int) -> bool:
    others = CORNERS & {*question.board.legal_moves()}
    return (
        cell in EDGES
        and bool(threats(question.board.play(cell), question.mark))
        and all(can_fork(question.board.play(corner)) for corner in others)
    )


def can_fork(board: Board) -> bool:
    return any(
        len(threats(board.play(c), board.turn)) == 2 and minimax(board.play(c)).value is Value.LOSS
        for c in board.legal_moves()
    )


def answers_up_to_symmetry(question: Question, _cell: int) -> bool:
    return {frozenset(way[c] for way in turns(CLASSIC)) for c in CORNERS | EDGES} == {
        frozenset(CORNERS),
        frozenset(EDGES),
    } and question.moves[0] in CENTRE


def leads_to(value: Value) -> Claim:
    return lambda question, cell: (
        minimax(question.board.play(cell)).one_ply_earlier().value is value
    )


def is_only(*cells: set[int]) -> Claim:
    return lambda question, cell: question.right == frozenset[int]().union(*cells)


def ends_a_shortest_game(question: Question, cell: int) -> bool:
    first = next(
        ply for ply, layer in enumerate(classic_layers()) if any(b.outcome() for b in layer)
    )
    games = sum(n for board, n in classic_layers()[first].items() if board.outcome())
    after = question.board.play(cell)
    return after.ply == first and bool(after.outcome()) and question.values["games"] == f"{games:,}"


def is_the_longest_game(question: Question, cell: int) -> bool:
    games = [sum(n for b, n in layer.items() if b.outcome()) for layer in classic_layers()]
    fills = not question.board.play(cell).outcome() and question.board.ply == CLASSIC.size - 2
    return (
        fills
        and f"{games[-1]:,}" == question.values["games"]
        and round(100 * games[-1] / sum(games)) in range(48, 53)
    )


def waits_until_the_other_plays_below(question: Question, cell: int) -> bool:
    """Say whether best play fills the other columns, and ends below the winner's cell and on it."""
    *_, below, goal = line = best_line(question.board.play(cell))
    names = [question.variant.cell_name(each) for each in (below, goal)]
    column = question.variant.place(goal)[0]
    others = (question.variant.place(each)[0] for each in line[:-2])
    loser = len(line) % 2 == 0
    return (
        names == [question.values["below"], question.values["goal"]]
        and loser
        and all(other != column for other in others)
    )


def lies_on_top_of_the_other(question: Question, cell: int) -> bool:
    below = question.variant.place(cell + question.variant.support_offset)
    return question.board.mark_at(question.variant.cell(*below)) is question.mark.opponent and (
        waits_until_the_other_plays_below(question, cell)
    )


# By how a sentence begins: whether it is true of an answer.
CLAIMS: dict[str, Claim] = {
    MISSED[Value.DRAW]: leads_to(Value.DRAW),
    MISSED[Value.LOSS]: leads_to(Value.LOSS),
    NEVER_THERE: lambda question, cell: not ways(question, cell),
    ELSEWHERE: is_elsewhere,
    "Turned, %(cell)s lies where %(shown)s was. Four corners": is_turned,
    "Any edge will do. So O has two answers to the centre": answers_up_to_symmetry,
    "The mirror stands on the line from a3 to c1": is_mirrored_at_the_diagonal,
    "Two threats, and %(opponent)s can block only one.": forks,
    "Two lines of %(mark)s cross in %(cell)s": forks,
    "Two threats again, and X can block only one.": forks,
    "It is the same on any board: two lines cross": forks,
    "Two threats at once, and O can block only one.": forks,
    "An edge makes X answer. After a corner X wins": makes_x_answer,
    "It threatens a line, O has to block, and then X": threatens_and_forks,
    "It threatens a line, X has to block, and then O": threatens_and_forks,
    "Against a corner only the centre holds.": is_only(CENTRE),
    "Against the centre any corner holds, and no edge.": is_only(CORNERS),
    "Against an edge these hold: the centre, a corner beside it": is_only(CENTRE, {0, 2}, {7}),
    "So it is one of the %(games)s shortest games.": ends_a_shortest_game,
    "The game goes on after %(cell)s": lambda q, cell: not q.board.play(cell).outcome(),
    "Nine moves, as in %(games)s games. Half of all": is_the_longest_game,
    "%(cell)s ends the game before all squares": lambda q, cell: bool(q.board.play(cell).outcome()),
    "%(x)s fills the other column, and so": waits_until_the_other_plays_below,
    "%(o)s fills the other column, and so": waits_until_the_other_plays_below,
    "On top of %(o)s. So %(x)s has the last word": lies_on_top_of_the_other,
}


def claim(sentence: str) -> Claim:
    [found] = [claim for words, claim in CLAIMS.items() if sentence.startswith(words)]
    return found


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_what_is_said_of_each_answer_is_so(subtests: pytest.Subtests, lesson):
    for number, question in enumerate(lesson.questions(), start=1):
        for cell in question.board.legal_moves():
            with subtests.test(number=number, cell=question.variant.cell_name(cell)):
                assert claim(question.sentence(cell))(question, cell), question.explain(cell)
                assert "%(" not in question.explain(cell)


def test_a_cell_that_a_turn_brings_there_with_other_marks_is_told_from_one_that_never_comes():
    """A half turn brings b1 to b3, but the corner that X took to the opposite corner."""
    [lesson] = [lesson for lesson in LESSONS if lesson.slug == "symmetry"]
    question = lesson.questions()[2]
    assert isinstance(question, SameMove)
    said = {
        question.variant.cell_name(c): question.sentence(c) for c in question.board.legal_moves()
    }
    assert [name for name, words in said.items() if words == ELSEWHERE] == ["c2", "b1"]
    assert [name for name, words in said.items() if words == NEVER_THERE] == ["c3", "a1", "c1"]
