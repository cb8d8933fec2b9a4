from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from games.ai.own_player import MARKS, MIN_WIN_SCORE, TENS, OwnPlayer, best_of, count_after, deepest
from games.engine import BOARDS, Board
from tests.game_tree import open_positions

WIN = 10**6
Count = Callable[[int, int], int]  # the worth of a line with so many own marks and of the opponent


def tens(own: int, other: int) -> int:
    if (own and other) or own == other:
        return 0
    return 3 * 10**own if own else -(10**other)


def marks(own: int, other: int) -> int:
    return 0 if own and other else own - other


@cache
def minimax(board: Board, count: Count, plies: int) -> int:
    if outcome := board.outcome():
        return -WIN - plies if outcome.winner else 0
    if not plies:
        turn = board.turn
        lines = [[board.mark_at(cell) for cell in line] for line in board.variant.lines]
        return sum(count(line.count(turn), line.count(turn.opponent)) for line in lines)
    return max(-minimax(board.play(cell), count, plies - 1) for cell in board.legal_moves())


@pytest.mark.parametrize(("player", "count"), [(TENS, tens), (MARKS, marks)])
def test_published_players_choose_as_their_formulas_say(player: OwnPlayer, count: Count):
    for board in open_positions():
        values = {c: -minimax(board.play(c), count, plies=2) for c in board.legal_moves()}
        assert best_of(player.values(board)) == best_of(values), str(board)


def test_it_takes_a_win_and_blocks_one_where_it_looks_two_plies_ahead():
    player = OwnPlayer(0, 0, 0, bonus=1, depth=2)
    assert player(Board.parse("XX./OO./..."), Random(1)) == 2
    assert player(Board.parse("X../OO./.X."), Random(1)) == 5


def test_where_lines_lose_it_completes_none_and_wants_none():
    misere = BOARDS["misere"].variant
    values = TENS.values(Board.parse("XX./O.O/...", misere))
    assert min(values, key=values.__getitem__) == 2
    assert MARKS.values(Board(misere))[1] > MARKS.values(Board(misere))[4]


def test_on_larger_boards_it_looks_fewer_plies_ahead():
    depths = {name: deepest(preset.variant) for name, preset in BOARDS.items()}
    assert depths["classic"] == 8
    assert depths["gomoku"] < depths["6x6"] <= depths["5x5"] < depths["connect-four"]
    assert TENS.plies(BOARDS["gomoku"].variant) == depths["gomoku"]


@pytest.mark.parametrize("board", ["classic", "misere", "4x4"])
@pytest.mark.parametrize("player", [TENS, replace(MARKS, bonus=2, depth=2)])
def test_what_the_lines_of_a_move_count_is_its_value(board: str, player: OwnPlayer):
    start = Board(BOARDS[board].variant).play(0)
    for cell, value in player.values(start).items():
        found = count_after(player, start, cell)
        assert abs(value) > MIN_WIN_SCORE or sum(of[-1] for of in found.lines) == value
