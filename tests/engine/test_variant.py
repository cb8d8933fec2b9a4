from random import Random

import pytest

from games.engine import CLASSIC, InvalidCellName, InvalidVariant, Variant


def test_the_classic_board_has_eight_lines_of_three():
    assert set(CLASSIC.lines) == {
        *[(0, 1, 2), (3, 4, 5), (6, 7, 8)],
        *[(0, 3, 6), (1, 4, 7), (2, 5, 8)],
        *[(0, 4, 8), (2, 4, 6)],
    }


@pytest.mark.parametrize(
    ("text", "lines"), [("4x3x3", 14), ("4x4x4", 10), ("7x6x4", 69), ("15x15x5", 572), ("2x1x1", 2)]
)
def test_larger_boards_have_all_their_lines(text: str, lines: int):
    variant = Variant.parse(text)
    assert len(variant.lines) == len(variant.masks) == lines
    assert all(len(set(line)) == variant.run for line in variant.lines)


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("7x6x4", Variant(7, 6, 4)),
        ("7x6x4+drop", Variant(7, 6, 4, drop=True)),
        ("3x3x3+misere", Variant(3, 3, 3, misere=True)),
        ("4x4x3+drop+misere", Variant(4, 4, 3, drop=True, misere=True)),
        ("9x9x3+nested", Variant(9, 9, 3, nested=True)),
        ("6x3x3+shared+misere", Variant(6, 3, 3, shared=True, misere=True)),
    ],
)
def test_the_text_form_names_further_rules(text: str, variant: Variant):
    assert str(variant) == text
    assert repr(variant) == f"Variant('{text}')"
    assert Variant.parse(text) == variant
    assert Variant.parse("4x4x3+misere+drop") == Variant.parse("4x4x3+drop+misere")


def test_a_board_that_cannot_be_is_refused_with_a_sentence(subtests: pytest.Subtests):
    for text in [
        *["", "3x3", "3x3x3x3", "axbxc", "3x3x4", "0x3x3", "16x3x3", "3x3x0", "٣x3x3"],
        *["3x3x3+", "3x3x3drop", "3x3x3+drop+drop", "3x3x3+Drop", "3x3x3+wild", "+drop"],
    ]:
        with subtests.test(text=text), pytest.raises(InvalidVariant, match=r"^[A-Z0-9].*\.$"):
            Variant.parse(text)


def test_sides_are_1_to_15_cells_and_a_line_fits():
    for width, height in ((1, 1), (15, 1), (1, 15), (15, 15)):
        assert Variant(width, height, 1).size == width * height
    for width, height in ((0, 3), (3, 0), (16, 3), (3, 16)):
        with pytest.raises(InvalidVariant, match=r"^A board is 1 to 15 cells wide and high\.$"):
            Variant(width, height, 3)
    for run in (-1, 0, 6):
        with pytest.raises(InvalidVariant, match=rf"^{run} in a row do not fit on this board\.$"):
            Variant(5, 4, run)


@pytest.mark.parametrize("text", ["3x3x3", "7x6x4+drop", "15x15x5", "1x15x3", "9x9x3+nested"])
def test_every_cell_has_a_name_of_its_own(text: str):
    variant = Variant.parse(text)
    names = [variant.cell_name(cell) for cell in range(variant.size)]
    assert [variant.cell_named(name) for name in names] == list(range(variant.size))
    assert [variant.cell_named(name.upper()) for name in names] == list(range(variant.size))
    assert names[variant.cell(0, variant.height - 1)] == "a1"


def test_a_name_that_no_cell_has_is_refused(subtests: pytest.Subtests):
    for name in ["", "b", "2", "2b", "B4", "b02", "b0", "b4", "d1", "b2 ", "b٢"]:
        with subtests.test(name=name):
            with pytest.raises(InvalidCellName) as refused:
                CLASSIC.cell_named(name)
            assert str(refused.value) == (
                f"There is no cell {name}. The cells of this board are called a1 to c3."
            )


def test_a_mask_holds_a_line_just_when_all_cells_of_one_are_set(subtests: pytest.Subtests):
    for text in ["3x3x3", "4x3x3", "3x5x4", "5x2x2", "1x4x3", "4x1x2", "2x1x1", "1x1x1", "6x5x5"]:
        with subtests.test(text=text):
            variant, rng = Variant.parse(text), Random(2026)
            for _ in range(500):
                marks = rng.getrandbits(variant.size) | rng.getrandbits(variant.size)
                held = [line for line in variant.lines if all(marks >> cell & 1 for cell in line)]
                assert variant.rules.has_line(marks) == bool(held)
                assert variant.rules.line_in(marks) == (held[0] if held else ())
