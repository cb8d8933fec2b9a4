from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.engine import CLASSIC
from games.people.duels.openings import book
from tests.tools.content import __main__ as content
from tests.tools.content import openings


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def run(action: str, *options: str, board: str = "5x5") -> str:
        folder = ("--folder", str(tmp_path), "--board", board)
        content.main("openings", action, *folder, *options)
        return capsys.readouterr().out

    return run


def test_it_refuses_one_that_is_wrong_or_there_twice(tmp_path: Path, run):
    openings.add("5x5", book.read("5x5")[0], tmp_path)
    file = tmp_path / "5x5.jsonl"
    line = file.read_text()
    for text, reason in (
        (line * 2, "it is there twice"),
        *(
            (json.dumps({**json.loads(line), **change}), reason)
            for change, reason in (
                ({"moves": "a1-b1-a2"}, "it has another number of moves"),
                ({"moves": "a1-a1-a2-a3"}, "its moves are against the rules"),
                ({"moves": "b3-a1-c3-a2"}, "it is not even, or not sharp"),
                ({"holding": 1000}, "what it says of its position"),
            )
        ),
    ):
        file.write_text(text)
        with pytest.raises(SystemExit, match=reason):
            run("check", "--minutes", "5")


def test_where_half_of_the_moves_hold_a_position_or_a_single_one_it_is_none():
    sharp = openings.judge(CLASSIC, (0, 1, 7), 5)
    assert sharp
    assert sharp.holding == 2
    assert openings.judge(CLASSIC, (0, 8, 5), 5) is None  # 3 of 6 hold
    assert openings.judge(CLASSIC, (0, 1, 2), 5) is None  # 1 holds
