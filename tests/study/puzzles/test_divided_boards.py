from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from games.ai.solver import Value, Verdict
from games.engine import BOARDS, canonical
from games.engine.perft import layers
from games.study.puzzles import book
from games.study.puzzles.book import Puzzle, Stage
from tests.engine.plain_rules import Notakto, Ultimate, cell_of
from tests.tools.content.puzzle_ids import id_of
from tests.tools.content.puzzles import prove

PLAIN = {"ultimate": Ultimate, "notakto": lambda: Notakto(1), "notakto-3": lambda: Notakto(3)}
FEW = 9  # open cells, from which plain minimax takes a moment
SAMPLE = 8
Known = dict[str, Verdict]


@pytest.mark.parametrize("board", PLAIN)
def test_plain_minimax_says_the_same_of_every_move(board: str):
    puzzles = [each for each in book.read(board) if each.board.open_count <= FEW]
    assert len(puzzles) >= SAMPLE
    for puzzle in Random(board).sample(puzzles, SAMPLE):
        check(puzzle, puzzle.stage, game_of(board, puzzle.moves), {})


def test_of_one_board_of_notakto_there_are_all():
    variant = BOARDS["notakto"].variant
    positions = [board for layer in layers(variant, canonical) for board in layer]
    asked = [board for board in positions if not board.outcome() and prove(board, float("inf"))]
    assert {id_of(board) for board in asked} == {puzzle.id for puzzle in book.read("notakto")}


def check(puzzle: Puzzle, stage: Stage, game, known: Known) -> None:
    if not stage.right:
        return
    for move in game.moves():
        cell, verdict = cell_of(move, game.across), verdict_of(played(game, move), known)
        if stage.keeps(cell) is None:
            assert stage.refutation(cell).verdict == verdict.one_ply_earlier()
        else:
            assert verdict.one_ply_earlier().value is puzzle.goal
        if cell in stage.right:
            after = stage.right[cell]
            replies = () if after.reply is None else (after.reply,)
            check(puzzle, after, replayed(played(game, move), replies), known)


def verdict_of(game, known: Known) -> Verdict:
    key = f"{game.__dict__}"
    if key not in known:
        children = [verdict_of(played(game, move), known) for move in game.moves()]
        verdicts = [child.one_ply_earlier() for child in children]
        known[key] = max(verdicts, key=lambda verdict: verdict.rank, default=end_of(game))
    return known[key]


def end_of(game) -> Verdict:
    if game.end() == "draw":
        return Verdict(Value.DRAW)
    return Verdict(Value.WIN if game.end() == game.turn else Value.LOSS, 0)


def game_of(board: str, cells: tuple[int, ...]):
    return replayed(PLAIN[board](), cells)


def replayed(game, cells: tuple[int, ...]):
    for cell in cells:
        game = played(game, next(m for m in game.moves() if cell_of(m, game.across) == cell))
    return game


def played(game, move: tuple[int, int]):
    game = deepcopy(game)
    game.play(move)
    return game
