from __future__ import annotations

from random import Random

import pytest

from games.ai.levels import LEVELS, Level
from games.engine import Board, Mark

EASY, MEDIUM, HARD, CHAMPION = LEVELS.values()


def play(x: Level, o: Level, rng: Random) -> Mark | None:
    board = Board()
    while not (outcome := board.outcome()):
        level = x if board.turn is Mark.X else o
        board = board.play(level.choose(board, rng))
    return outcome.winner


def share(stronger: Level, weaker: Level, games: int = 200) -> float:
    """Points of the stronger out of all, draws counting half, both sides in turn."""
    rng, points = Random(2026), 0.0
    for number in range(games):
        mark = Mark.X if number % 2 else Mark.O
        sides = (stronger, weaker) if mark is Mark.X else (weaker, stronger)
        winner = play(*sides, rng)
        points += 0.5 if winner is None else winner is mark
    return points / games


@pytest.mark.parametrize("side", Mark)
def test_nobody_beats_the_champion_by_any_line_of_play(side: Mark):
    """Walk every game: all moves of the opponent against all moves the level may choose."""
    seen: set[Board] = set()

    def walk(board: Board) -> None:
        if board in seen:
            return
        seen.add(board)
        if outcome := board.outcome():
            assert outcome.winner is not side.opponent, str(board)
            return
        cells = CHAMPION.weights(board) if board.turn is side else board.legal_moves()
        for cell in cells:
            walk(board.play(cell))

    walk(Board())
    assert len(seen) > 100


@pytest.mark.parametrize("level", LEVELS.values(), ids=str)
def test_every_choice_is_legal_and_varied(level: Level):
    chosen = {level.choose(Board(), Random(seed)) for seed in range(200)}
    assert chosen == set(range(9))


def test_the_same_random_source_gives_the_same_game():
    assert [MEDIUM.choose(Board(), Random(7)) for _ in range(3)] == [
        MEDIUM.choose(Board(), Random(7))
    ] * 3


def test_the_champion_wins_as_soon_as_it_can():
    assert set(CHAMPION.weights(Board.parse("XX./OO./..."))) == {2}


def test_easy_mostly_takes_a_win_but_does_not_see_a_threat():
    winning = EASY.weights(Board.parse("XX./OO./..."))
    assert winning[2] > sum(weight for cell, weight in winning.items() if cell != 2)
    threatened = EASY.weights(Board.parse("XX./O../..."))
    assert len(set(threatened.values())) == 1


def test_medium_mostly_blocks():
    weights = MEDIUM.weights(Board.parse("XX./O../..."))
    assert weights[2] > sum(weight for cell, weight in weights.items() if cell != 2)


@pytest.mark.parametrize(
    ("stronger", "weaker"), [(MEDIUM, EASY), (HARD, MEDIUM), (CHAMPION, HARD)], ids=str
)
def test_each_level_is_stronger_than_the_one_below(stronger: Level, weaker: Level):
    assert share(stronger, weaker) > 0.55


def test_someone_who_looks_just_one_move_ahead_beats_easy():
    child = Level("child", "Child", "", depth=2, temperature=1.5)
    assert share(child, EASY) > 0.7
