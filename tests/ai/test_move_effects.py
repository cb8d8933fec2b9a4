from __future__ import annotations

from games.ai.move_effects import move_effect
from games.ai.solver import Value
from games.ai.threats import threats
from games.engine import Board, Variant
from tests.ai.minimax import minimax
from tests.game_tree import layers, open_positions


def test_a_mistake_is_a_move_from_a_position_not_lost_to_a_lost_one():
    for board in open_positions()[::7]:
        for cell in board.legal_moves():
            loses = minimax(board.play(cell)).value is Value.WIN
            was_lost = minimax(board).value is Value.LOSS
            assert move_effect(board, cell).is_mistake == (loses and not was_lost)


def test_a_move_that_wins_is_nothing_else():
    effect = move_effect(Board.parse("XX./OO./..."), 2)
    assert effect.wins
    assert not effect.draws
    assert not effect.is_mistake
    assert effect.threatens == ()


def test_a_move_can_block_and_threaten():
    effect = move_effect(Board.parse("X../X../.O."), 6)
    assert effect.blocks
    assert effect.threatens == (8,)
    assert not effect.forks


def test_the_last_move_of_a_draw_is_forced():
    effect = move_effect(Board.parse("XOX/XOO/OX."), 8)
    assert effect.draws
    assert effect.is_forced


def test_where_pieces_fall_a_threat_must_be_playable():
    *_, layer = layers(Variant(3, 3, 3, drop=True), 4)
    for board in layer:
        for cell in board.legal_moves():
            child = board.play(cell)
            playable = set(child.legal_moves())
            assert set(move_effect(board, cell).threatens) == (
                playable & set(threats(child, board.turn))
            )
