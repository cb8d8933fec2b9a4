from games.ai.solver import Value, Verdict
from games.ai.threats import forks, move_effect, threats
from games.engine import Board, Mark, Variant, canonical
from games.study.lessons.exercises import best_line
from tests.ai.minimax import minimax
from tests.game_tree import layers, open_positions


def quiet_positions() -> list[Board]:
    return [board for board in open_positions() if not any(threats(board, mark) for mark in Mark)]


def test_a_threat_is_a_cell_that_wins_for_the_side_to_move():
    for board in open_positions():
        wins = [cell for cell in board.legal_moves() if won_by(board.play(cell), board.turn)]
        assert list(threats(board, board.turn)) == wins


def won_by(board: Board, mark: Mark) -> bool:
    outcome = board.outcome()
    return outcome is not None and outcome.winner is mark


def test_where_nobody_has_a_threat_nothing_else_wins_as_soon():
    for board in quiet_positions():
        soon = [c for c in board.legal_moves() if minimax(board.play(c)) == Verdict(Value.LOSS, 2)]
        assert forks(board) == soon


def test_the_positions_with_a_fork_are_won_by_it():
    found = {canonical(board): board for board in open_positions() if forks(board)}
    assert len(found) == 26
    assert all(best_line(board)[0] in forks(board) for board in found.values())


def test_a_mistake_is_a_move_from_a_position_not_lost_to_a_lost_one():
    for board in open_positions()[::7]:
        for cell in board.legal_moves():
            loses = minimax(board.play(cell)).value is Value.WIN
            was_lost = minimax(board).value is Value.LOSS
            assert move_effect(board, cell).is_mistake == (loses and not was_lost)


def test_where_pieces_fall_a_threat_must_be_playable():
    *_, layer = layers(Variant(3, 3, 3, drop=True), 4)
    for board in layer:
        for cell in board.legal_moves():
            child = board.play(cell)
            playable = set(child.legal_moves())
            assert set(move_effect(board, cell).threatens) == (
                playable & set(threats(child, board.turn))
            )
