"""All that the computer can play as."""

from __future__ import annotations

from random import Random

import pytest

from games.ai.computer_players import COMPUTER_PLAYERS, MENACE
from games.ai.levels import LEVELS
from games.ai.selfplay import PLAYERS, choose
from games.engine import CLASSIC, Board
from games.engine.presets import BOARDS


def test_the_levels_are_first_in_the_order_of_their_strength():
    assert list(COMPUTER_PLAYERS)[: len(LEVELS)] == list(LEVELS)
    assert COMPUTER_PLAYERS["hard"].name == LEVELS["hard"].name


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("name", PLAYERS)
def test_each_plays_on_every_board(name: str, board):
    start = Board(board.variant)
    assert COMPUTER_PLAYERS[name].plays(board.variant)
    assert PLAYERS[name](start, Random(1)) in start.legal_moves()


def test_the_counting_ones_take_a_win_and_the_random_one_any_cell():
    board = Board.parse("XX./OO./...", CLASSIC)
    rng = Random(1)
    chosen = {
        name: {PLAYERS[name](board, rng) for _ in range(60)}
        for name in ("lines", "tens", "marks", "random")
    }
    assert chosen == {"lines": {2}, "tens": {2}, "marks": {2}, "random": set(board.legal_moves())}


@pytest.mark.parametrize("name", PLAYERS)
def test_each_can_be_asked_for_in_another_process(name: str):
    board = Board.parse("XX./OO./...", CLASSIC)
    assert choose(name, board) in board.legal_moves()


def test_all_choose_without_a_database_but_menace():
    assert set(COMPUTER_PLAYERS) == {*PLAYERS, MENACE.id}
