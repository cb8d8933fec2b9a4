from itertools import product

import pytest

from games.ai import levels
from games.ai.pattern_search import likely_moves, strongest_by_threats
from games.ai.threat_search import forced_win
from games.engine import Board
from tests.ai.test_threat_search import FORCED_WINS, GOMOKU, after

SECONDS = 1000  # of the ticking clock: so many times that a search reads it

pytestmark = pytest.mark.usefixtures("ticking_clock")


def strongest(moves: str) -> set[str]:
    return set(map(GOMOKU.cell_name, strongest_by_threats(after(moves), SECONDS)))


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("h8 a1 i8 a2 j8 a3 k8 a4", {"g8", "l8"}),  # it completes a line rather than block one
        ("h8 g8 i8 a1 j8 a3 k8", {"l8"}),  # it blocks the only five
        ("a1 h8 a3 i8 a5 j8 o15 k8", {"g8", "l8"}),  # of two fives it still blocks one
    ],
)
def test_fives_come_first(moves: str, best: set[str]):
    chosen = strongest(moves)
    assert chosen
    assert chosen <= best


def test_it_plays_a_forced_win():
    for text in FORCED_WINS[::6]:
        board = after(text.split(": ")[1])
        (cell,) = strongest_by_threats(board, SECONDS)
        attacker = board.turn
        child = board.play(cell)
        assert forced_win(child.play(likely_moves(child)[0])), f"{attacker} {text}"


@pytest.mark.parametrize("text", FORCED_WINS[:2])
def test_it_prevents_a_forced_win_where_that_is_possible(text: str):
    board = after(" ".join(text.split(": ")[1].split()[:-1]))
    safe = [c for c in likely_moves(board, 30) if not forced_win(board.play(c), nodes=3_000)]
    if not safe or forced_win(board, nodes=3_000):
        pytest.skip("The win was not avoidable here.")
    for cell in strongest_by_threats(board, SECONDS):
        assert not forced_win(board.play(cell), nodes=1_000)


def test_an_open_three_is_answered_on_its_line_or_by_a_four():
    chosen = strongest("h8 h9 i8 a1 j8")
    assert chosen <= {"f8", "g8", "k8", "l8"}


def test_the_champion_opens_where_most_lines_cross():
    places = set(map(GOMOKU.place, levels.strongest(Board(GOMOKU))))
    assert places == set(product(range(5, 10), repeat=2))
