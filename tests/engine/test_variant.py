from __future__ import annotations

import pytest

from games.engine import CLASSIC, InvalidVariant, Variant


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


def test_the_text_form_reads_back():
    assert str(Variant.parse("7x6x4")) == "7x6x4"
    assert Variant.parse("3x3x3") == CLASSIC


@pytest.mark.parametrize(
    "text", ["", "3x3", "3x3x3x3", "axbxc", "3x3x4", "0x3x3", "16x3x3", "3x3x0", "٣x3x3"]
)
def test_a_board_that_cannot_be_is_refused_with_a_sentence(text: str):
    with pytest.raises(InvalidVariant, match=r"^[A-Z0-9].*\.$"):
        Variant.parse(text)


def test_cells_are_numbered_row_by_row():
    assert CLASSIC.cell(column=2, row=1) == 5
    assert CLASSIC.place(5) == (2, 1)
