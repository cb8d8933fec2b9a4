"""The stroke through the line that ended a game, which scripts and templates both draw."""

from __future__ import annotations

import json
from collections.abc import Iterator

from games.engine import Variant
from games.engine.presets import BOARDS
from games.presentation.grid import reach, strike
from games.presentation.marks import pieces_of
from tests.js.node import run_node

VARIANTS = [board.variant for board in BOARDS.values()]


def test_scripts_draw_every_line_as_templates_do():
    boards = [
        {
            "lines": list(lines_of(variant)),
            "width": variant.width,
            "reach": reach(pieces_of(variant)),
        }
        for variant in VARIANTS
    ]
    drawn = run_node("tests/js/strikes.js", text=json.dumps(boards))
    for variant, strokes in zip(VARIANTS, json.loads(drawn), strict=True):
        assert strokes == [strike(variant, line) for line in lines_of(variant)]


def lines_of(variant: Variant) -> Iterator[list[int]]:
    for cell in range(variant.size):
        x, y = variant.place(cell)
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            last_x, last_y = x + right * (variant.run - 1), y + down * (variant.run - 1)
            if 0 <= last_x < variant.width and last_y < variant.height:
                yield [variant.cell(x + right * i, y + down * i) for i in range(variant.run)]
