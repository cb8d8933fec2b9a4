from games.ai.solver import Value
from games.engine import CLASSIC, canonical, play_moves
from games.study.lessons.exercises import Mistake, mistakes
from tests.ai.minimax import minimax
from tests.game_tree import open_positions


def all_mistakes() -> list[Mistake]:
    return [item for item in mistakes(CLASSIC, CLASSIC.size) if isinstance(item, Mistake)]


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
        assert outcome.winner is mistake.mark.opponent
        assert len(mistake.line) == minimax(after).plies
