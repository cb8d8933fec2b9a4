from __future__ import annotations

import pytest

from games.engine import BOARDS, InvalidVariant, Variant, read_variant
from games.engine.presets import named


def test_each_has_a_name_and_one_line_of_rules():
    for id, board in BOARDS.items():
        assert id == board.id
        assert board.name
        assert board.rule.endswith(".")
        assert "\n" not in board.rule
        assert Variant.parse(str(board.variant)) == board.variant


def test_a_variant_is_read_by_the_id_of_a_preset_or_by_its_code():
    assert read_variant("gomoku") == Variant(15, 15, 5)
    assert read_variant("5x4x4+misere") == Variant(5, 4, 4, misere=True)


def test_an_unknown_board_is_refused_with_the_ids_of_the_presets():
    with pytest.raises(InvalidVariant) as refused:
        read_variant("3x3x9")
    assert str(refused.value) == (
        "9 in a row do not fit on this board. Boards with names are "
        "classic, misere, 4x4, 5x5, 6x6, connect-four, gomoku."
    )


def test_the_preset_of_a_variant_is_found():
    assert named(Variant(3, 3, 3, misere=True)) is BOARDS["misere"]
    assert named(Variant(4, 3, 3)) is None
