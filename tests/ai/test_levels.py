from functools import cache
from random import Random

import pytest

from games.ai import levels
from games.ai.choosers import chooser
from games.ai.computer_players import LEVELS, Level
from games.ai.levels import guess
from games.ai.selfplay import play_games
from games.ai.solver import Value, Verdict, value_of
from games.engine import BOARDS, Board, Mark, Variant
from tests.ai.test_solver import random_position

EASY, MEDIUM, HARD, CHAMPION = LEVELS.values()
MISERE = Variant.parse("3x3x3+misere")
SEEDS = range(200)
SMALL = 9  # cells, on which games take no time

pytestmark = pytest.mark.usefixtures("search_once")


@pytest.fixture
def search_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "strongest", cache(levels.strongest))
    monkeypatch.setattr(levels, "evaluate_moves", cache(levels.evaluate_moves))


def score_share(first: str, second: str, board: str) -> float:
    variant = BOARDS[board].variant
    games = 100 if variant.size <= SMALL else 40
    *_, tally = play_games(chooser(first), chooser(second), variant, games=games, seed=1)
    return tally.share


def choices(level: Level, board: Board) -> list[int]:
    return [levels.choose(level, board, Random(seed)) for seed in SEEDS]


@pytest.mark.parametrize("variant", [Board().variant, MISERE], ids=str)
@pytest.mark.parametrize("side", Mark)
def test_nobody_beats_the_champion_by_any_line_of_play(side: Mark, variant: Variant):
    seen: set[Board] = set()

    def walk(board: Board) -> None:
        if board in seen:
            return
        seen.add(board)
        if outcome := board.outcome():
            assert outcome.winner is not side.opponent, str(board)
            return
        mine = board.turn is side
        for cell in levels.weights(CHAMPION, board, Random(0)) if mine else board.legal_moves():
            walk(board.play(cell))

    walk(Board(variant))
    assert len(seen) > 50


@pytest.mark.parametrize("seed", range(6))
def test_random_play_does_not_beat_the_champion_where_it_is_unbeatable(seed: int):
    variant, rng, side = Variant.parse("4x4x4"), Random(seed), Mark.O if seed % 2 else Mark.X
    assert CHAMPION.is_unbeatable_on(variant)
    board = Board(variant)
    while not (outcome := board.outcome()):
        weaker = rng.choice((EASY, HARD))
        level = CHAMPION if board.turn is side else weaker
        board = board.play(levels.choose(level, board, rng))
    assert outcome.winner is not side.opponent


def test_only_the_champion_is_called_unbeatable_and_only_on_boards_it_solves():
    unbeatable = {
        (level.id, name)
        for level in LEVELS.values()
        for name, board in BOARDS.items()
        if level.is_unbeatable_on(board.variant)
    }
    assert unbeatable == {("champion", "classic"), ("champion", "misere"), ("champion", "4x4")}


@pytest.mark.parametrize("stones", [*range(12), *range(20, 36, 3)])
def test_the_champion_plays_connect_four_perfectly(stones: int):
    variant, rng = BOARDS["connect-four"].variant, Random(stones)
    for _ in range(4):
        board = random_position(variant, variant.size - stones, rng)
        made = board.play(levels.choose(CHAMPION, board, rng))
        after = Verdict(Value.LOSS, 0) if made.outcome() else value_of(made)
        assert after.one_ply_earlier() == value_of(board), str(board)


@pytest.mark.parametrize("level", [EASY, MEDIUM, HARD], ids=lambda level: level.id)
def test_lower_levels_vary_their_openings(level: Level):
    assert set(choices(level, Board())) >= {0, 2, 4, 6, 8}


def test_the_champion_opens_where_most_replies_are_mistakes():
    assert set(choices(CHAMPION, Board())) == {0, 2, 6, 8}


@pytest.mark.parametrize("level", [EASY, MEDIUM, HARD], ids=lambda level: level.id)
def test_on_a_wide_board_weaker_levels_answer_near_the_marks(level: Level):
    gomoku = BOARDS["gomoku"].variant
    opened = Board(gomoku).play(gomoku.cell_named("d12"))
    names = [gomoku.cell_name(levels.choose(level, opened, Random(seed))) for seed in range(40)]
    assert {name[0] for name in names} <= set("bcdef")
    assert {name[1:] for name in names} <= set(map(str, range(10, 15)))
    first = {gomoku.place(levels.choose(level, Board(gomoku), Random(seed))) for seed in range(10)}
    assert all(5 <= column <= 9 and 5 <= row <= 9 for column, row in first)


def test_the_champion_wins_as_soon_and_loses_as_late_as_it_can():
    for text in ("XX./OO./...", "XX./O../..."):
        assert set(choices(CHAMPION, Board.parse(text))) == {2}


def test_each_level_blocks_more_often_than_the_one_below():
    threatened = Board.parse("XX./.O./...")
    blocks = [choices(level, threatened).count(2) for level in LEVELS.values()]
    assert blocks == sorted(blocks)
    assert blocks[0] < 0.35 * len(SEEDS)
    assert blocks[-1] == len(SEEDS)


def test_hard_misses_a_few_fours_of_gomoku_and_medium_most():
    gomoku = BOARDS["gomoku"].variant
    board = Board(gomoku)
    for name in "h8 g7 i9 g9 j10 h10 k11".split():  # noqa: SIM905 - it reads as moves do
        board = board.play(gomoku.cell_named(name))
    missed = [
        len(SEEDS) - choices(level, board).count(gomoku.cell_named("l12"))
        for level in LEVELS.values()
    ]
    assert missed == sorted(missed, reverse=True)
    assert missed[1] > 0.5 * len(SEEDS)
    assert 0 < missed[2] < 0.33 * len(SEEDS)
    assert missed[3] == 0


@pytest.mark.parametrize("board", ["classic", "misere", "notakto", "notakto-3"])
@pytest.mark.parametrize(
    ("stronger", "weaker"), [("medium", "easy"), ("hard", "medium"), ("champion", "hard")]
)
def test_each_level_is_stronger_than_the_one_below(stronger: str, weaker: str, board: str):
    assert score_share(stronger, weaker, board) > 0.55


@pytest.mark.parametrize(
    ("stronger", "weaker", "board"),
    [
        ("medium", "easy", "4x4"),
        ("medium", "easy", "connect-four"),
        ("hard", "medium", "connect-four"),
    ],
)
def test_larger_boards_keep_neighbours_apart(stronger: str, weaker: str, board: str):
    assert score_share(stronger, weaker, board) > 0.65


def test_a_guess_wins_if_it_can_and_is_any_cell_otherwise():
    board = Board(Variant(5, 5, 4))
    winning = Board.parse("XXX../OOO../...../...../.....", board.variant)
    assert guess(winning, Random(1)) == 3
    assert {guess(board, Random(seed)) for seed in range(300)} == set(range(25))
