import json
import random
from collections.abc import Iterator

from games.engine import Variant
from games.engine.presets import BOARDS
from games.presentation.geometry import hands, margin, reach, shaking, strike
from tests.js.node import run_node

VARIANTS = [board.variant for board in BOARDS.values()]


def test_scripts_draw_every_line_as_templates_do():
    boards = [
        {"lines": list(lines_of(variant)), "shape": shape_of(variant)} for variant in VARIANTS
    ]
    drawn = end_by_scripts(boards=boards, draws=[])["strokes"]
    for variant, strokes in zip(VARIANTS, drawn, strict=True):
        assert strokes == [strike(variant, line) for line in lines_of(variant)]


def test_scripts_let_the_same_two_shake_hands_after_a_draw():
    chance, draws, wanted = random.Random(1), [], []
    for variant in VARIANTS * 20:
        filled = chance.randint(0, variant.size - 1)
        marks = chance.sample(["X", "O", ""], counts=[variant.size] * 3, k=variant.size)
        marks[filled] = "X"
        draws.append({"marks": marks, "last": filled, "shape": shape_of(variant)})
        wanted.append(hands(variant, shaking(variant, marks, filled)))
    assert end_by_scripts(boards=[], draws=draws)["hands"] == wanted


def end_by_scripts(**given: object) -> dict[str, list[str]]:
    drawn: dict[str, list[str]] = json.loads(
        run_node("tests/js/strikes.js", text=json.dumps(given))
    )
    return drawn


def shape_of(variant: Variant) -> dict[str, float]:
    return {
        "width": variant.width,
        "run": variant.run,
        "margin": margin(variant),
        "reach": reach(variant),
    }


def lines_of(variant: Variant) -> Iterator[list[int]]:
    for cell in range(variant.size):
        x, y = variant.place(cell)
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            last_x, last_y = x + right * (variant.run - 1), y + down * (variant.run - 1)
            if 0 <= last_x < variant.width and last_y < variant.height:
                yield [variant.cell(x + right * i, y + down * i) for i in range(variant.run)]
