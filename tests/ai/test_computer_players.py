from itertools import product
from random import Random

import pytest

from games.ai import choosers
from games.ai.choosers import chooser, register
from games.ai.computer_players import COMPUTER_PLAYERS, LEVELS, MENACE
from games.engine import CLASSIC, Board
from games.engine.presets import BOARDS

# Those that need nothing that is kept.
INDEPENDENT = [id for id in COMPUTER_PLAYERS if id != MENACE.id]


def test_the_levels_are_first_in_the_order_of_their_strength():
    assert list(COMPUTER_PLAYERS)[: len(LEVELS)] == list(LEVELS)
    assert COMPUTER_PLAYERS["hard"].name == LEVELS["hard"].name


@pytest.mark.usefixtures("ticking_clock")
def test_each_plays_on_every_board_but_those_who_count_lines_on_small_boards():
    for name, board in product(INDEPENDENT, BOARDS.values()):
        start, player = Board(board.variant), COMPUTER_PLAYERS[name]
        assert player.plays(board.variant) != (player.counts_lines and board.variant.is_divided)
        if player.plays(board.variant):
            assert chooser(name)(start, Random(1)) in start.legal_moves()


def test_the_counting_ones_take_a_win_and_the_random_one_any_cell():
    board = Board.parse("XX./OO./...", CLASSIC)
    rng = Random(1)
    chosen = {
        name: {chooser(name)(board, rng) for _ in range(60)}
        for name in ("lines", "tens", "marks", "random")
    }
    assert chosen == {"lines": {2}, "tens": {2}, "marks": {2}, "random": set(board.legal_moves())}


def test_whoever_keeps_what_a_player_has_learned_says_how_it_chooses(monkeypatch):
    monkeypatch.setattr(choosers, "_registered", {})
    register(MENACE, lambda board: lambda *_: 8 if board else 0)
    board = Board()
    assert chooser(MENACE.id, board)(board, Random()) == 8
    assert chooser(MENACE.id)(board, Random()) == 0
