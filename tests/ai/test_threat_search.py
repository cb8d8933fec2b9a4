from pathlib import Path
from random import Random

import pytest

from games.ai.solver import Value
from games.ai.threat_search import forced_win
from games.engine import BOARDS, Board, Variant
from tests.ai.minimax import minimax

GOMOKU = BOARDS["gomoku"].variant
FOUR, FIVE = Variant.parse("6x6x4"), Variant.parse("6x6x5")
# Of games that the champion played against itself: the plies to the win, and the moves before.
FORCED_WINS = Path(__file__).with_name("forced_wins.txt").read_text().splitlines()
NODES = 4_000  # at 20,000 and more a second, less than 0.2 seconds


def after(moves: str, variant: Variant = GOMOKU) -> Board:
    board = Board(variant)
    for name in moves.split():
        board = board.play(variant.cell_named(name))
    return board


def names(line: tuple[int, ...] | None) -> str:
    return " ".join(map(GOMOKU.cell_name, line or ()))


def random_position(variant: Variant, rng: Random, plies: int) -> Board:
    board = Board(variant)
    while board.ply < plies:
        child = board.play(rng.choice(board.legal_moves()))
        if not child.outcome():
            board = child
    return board


def holds_against_everything(board: Board, plies: int) -> bool:
    line = forced_win(board)
    if line is None or len(line) > plies:
        return False
    child = board.play(line[0])
    if child.outcome():
        return True
    replies = map(child.play, child.legal_moves())
    return all(not r.outcome() and holds_against_everything(r, plies - 2) for r in replies)


@pytest.mark.parametrize(("variant", "plies"), [(FOUR, {1, 3, 5}), (FIVE, {1, 3})], ids=str)
def test_a_short_win_holds_against_all_answers(variant: Variant, plies: set[int]):
    rng, lengths = Random(7), []
    for _ in range(100):
        board = random_position(variant, rng, rng.randrange(8, 22))
        line = forced_win(board, nodes=2_000)
        if line and len(line) <= 5:
            lengths.append(len(line))
            assert holds_against_everything(board, len(line)), str(board)
    assert set(lengths) == plies


@pytest.mark.parametrize("variant", [FOUR, FIVE], ids=str)
def test_it_finds_every_win_within_three_plies(variant: Variant):
    rng, plies = Random(3), set()
    for _ in range(30):
        board = random_position(variant, rng, rng.randrange(14, 22))
        verdict = minimax(board, 3)
        if verdict.value is Value.WIN:
            plies.add(verdict.plies)
            assert len(forced_win(board) or ()) == verdict.plies, str(board)
    assert plies == {1, 3}


@pytest.mark.parametrize("text", FORCED_WINS, ids=lambda text: text[-20:])
def test_it_wins_positions_of_own_games_within_its_nodes(text: str):
    plies, moves = text.split(": ")
    board = after(moves)
    line = forced_win(board, nodes=NODES)
    assert line is not None
    assert len(line) <= int(plies)
    for cell in line:
        assert not board.outcome()
        board = board.play(cell)
    assert board.outcome().winner is after(moves).turn


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("h8 a1 i8 a3 j8 a5", "g8 f8 k8"),  # an open three becomes an open four
        ("h8 a1 i8 a3 j8 a5 k8 l8", "g8"),
        # O's four must be blocked first, which is no threat; so X has nothing.
        ("h8 a1 i8 a2 j8 a3 o15 a4", ""),
    ],
)
def test_known_positions(moves: str, line: str):
    assert names(forced_win(after(moves))) == line


def test_where_pieces_fall_or_lines_lose_no_threat_forces():
    assert forced_win(after("d1 a1 d2 a2 d3 a3", Variant.parse("7x6x4+drop"))) is None
    assert forced_win(Board.parse("XX./OO./...", Variant.parse("3x3x3+misere"))) is None


def test_a_budget_of_nodes_or_seconds_ends_the_search():
    board = after(FORCED_WINS[-1].split(": ")[1])
    assert forced_win(board, nodes=3) is None
    assert forced_win(board, seconds=0) is None


def test_four_in_a_row_on_6x6_is_won_after_a_first_move_in_the_middle():
    opened = after("c4", FOUR)
    for answer in opened.legal_moves():
        assert forced_win(opened.play(answer), nodes=500), FOUR.cell_name(answer)
