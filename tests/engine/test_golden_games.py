from __future__ import annotations

import json

from games.engine import Board, Variant
from tests.tools.golden_games import FILE, games, outcome

GOLDEN = json.loads(FILE.read_text())


def test_the_golden_games_end_as_the_engine_says():
    for game in GOLDEN:
        board = Board(Variant(**game["variant"]))
        for ply, cell in enumerate(game["moves"]):
            if ply == len(game["moves"]) // 2:
                assert list(board.legal_moves()) == game["legal"]
            assert outcome(board) is None
            board = board.play(cell)
        assert outcome(board) == game["outcome"]


def test_the_file_is_what_the_engine_plays():
    assert games() == GOLDEN


def test_the_golden_games_end_in_every_way():
    ends = {(game["variant"]["misere"], game["outcome"]["reason"]) for game in GOLDEN}
    assert ends == {
        (False, "line"),
        (False, "full"),
        (False, "dead"),
        (True, "line"),
        (True, "full"),
    }
