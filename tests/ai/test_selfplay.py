from random import Random

import pytest

from games.ai.choosers import chooser
from games.ai.evaluation import evaluate_moves
from games.ai.search import MIN_WIN_SCORE
from games.ai.selfplay import MatchScore, play_game, play_games
from games.engine import CLASSIC, Board, Mark, Variant
from games.study.menace.learner import Menace
from tests.playing import DRAW

RANDOM = chooser("random")


def test_an_evaluation_finds_wins_and_losses_within_its_depth():
    board = Board.parse("XX./OO./...")
    values = evaluate_moves(board, depth=3)
    assert max(values, key=values.__getitem__) == 2
    assert values[2] > MIN_WIN_SCORE
    assert max(values[cell] for cell in (6, 7, 8)) < -MIN_WIN_SCORE


def test_both_begin_half_of_the_games_and_none_is_lost():
    begun = []

    def first(board: Board, rng: Random) -> int:
        begun.append(board.ply) if board.ply < 2 else None
        return board.legal_moves()[0]

    *_, tally = play_games(first, chooser("random"), Board().variant, games=10, seed=1)
    assert begun == [0, 1] * 5
    assert tally.games == 10
    assert tally.reversed() == MatchScore(tally.lost, tally.drawn, tally.won)


@pytest.mark.parametrize("other", ["tens", "marks"])
def test_the_levels_evaluation_beats_each_published_one(other: str):
    variant = Variant.parse("7x6x4+drop")
    *_, tally = play_games(chooser("lines"), chooser(other), variant, games=40, seed=1, opening=4)
    assert tally.share > 0.55


def test_a_learner_learns_from_each_game_on_either_side():
    menace = Menace()
    *_, tally = play_games(menace, RANDOM, CLASSIC, games=4, seed=1)
    first_box = menace.beads(Board())
    assert sum(first_box.values()) != 3 * 4
    assert {Board.parse(text).turn for text in menace.boxes} == {Mark.X, Mark.O}
    assert tally.games == 4


def test_every_match_has_a_machine_of_its_own():
    assert chooser("menace") is not chooser("menace")


def test_a_game_that_nobody_can_win_any_more_is_a_draw():
    moves = iter(DRAW)
    game = play_game(dict.fromkeys(Mark, lambda *_: next(moves)), Board(), Random(1))
    assert game.winner is None
    assert [cell for _, cell in game.moves] == list(DRAW[: len(game.moves)])
