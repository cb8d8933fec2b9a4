"""The stroke through the line that ended a game, which scripts and templates both draw."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from games.engine import Variant
from games.engine.presets import BOARDS
from games.presentation.grid import reach, strike
from games.presentation.marks import pieces_of

STRIKES = """async ([lines, width, reach]) => {
  const { strikeThrough } = await import("/static/js/strike.js");
  const element = document.createElementNS("http://www.w3.org/2000/svg", "line");
  element.dataset.reach = reach;
  return lines.map((line) => {
    strikeThrough(element, line, width);
    return ["x1", "y1", "x2", "y2"].map((name) => Number(element.getAttribute(name)));
  });
}"""


@pytest.mark.parametrize("board", BOARDS)
def test_scripts_draw_every_line_as_templates_do(page: Page, board: str):
    variant = BOARDS[board].variant
    lines = list(lines_of(variant))
    drawn = page.evaluate(STRIKES, [lines, variant.width, reach(pieces_of(variant))])
    for line, ends in zip(lines, drawn, strict=True):
        segment = strike(variant, line)
        assert segment
        assert ends == pytest.approx([segment.x1, segment.y1, segment.x2, segment.y2])


def lines_of(variant: Variant) -> Iterator[list[int]]:
    for cell in range(variant.size):
        x, y = variant.place(cell)
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            last_x, last_y = x + right * (variant.run - 1), y + down * (variant.run - 1)
            if 0 <= last_x < variant.width and last_y < variant.height:
                yield [variant.cell(x + right * i, y + down * i) for i in range(variant.run)]
