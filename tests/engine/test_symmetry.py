import pytest

from games.engine import Board, Variant, canonical, canonical_moves, images, play_moves, symmetries


@pytest.mark.parametrize(
    ("text", "count"), [("3x3x3", 8), ("4x3x3", 4), ("3x1x3", 2), ("1x1x1", 1)]
)
def test_the_shape_gives_the_symmetries(text: str, count: int):
    found = symmetries(Variant.parse(text))
    assert len(set(found)) == count
    assert all(sorted(permutation) == list(range(len(permutation))) for permutation in found)


def test_the_symmetries_of_a_rectangle_are_its_reflections_and_the_half_turn():
    assert set(symmetries(Variant(3, 2, 2))) == {
        (0, 1, 2, 3, 4, 5),
        (2, 1, 0, 5, 4, 3),
        (3, 4, 5, 0, 1, 2),
        (5, 4, 3, 2, 1, 0),
    }


def test_where_pieces_fall_only_left_and_right_are_swapped():
    found = symmetries(Variant(3, 3, 3, drop=True))
    assert set(found) == {(0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 1, 0, 5, 4, 3, 8, 7, 6)}


@pytest.mark.parametrize("text", ["3x3x3", "4x3x3", "4x4x4+drop"])
def test_an_image_has_each_mark_where_the_symmetry_puts_its_cell(text: str):
    variant = Variant.parse(text)
    board = play_moves(Board(variant), range(variant.size - 1, variant.size - 6, -1))
    for permutation, image in zip(symmetries(variant), images(board), strict=True):
        marks = [board.mark_at(cell) for cell in range(variant.size)]
        assert [image.mark_at(permutation[cell]) for cell in range(variant.size)] == marks


def test_moves_are_the_same_if_they_lead_to_symmetric_positions():
    for text in (".../.../...", "X../.../...", "X../.O./..X", ".X./O../..."):
        board = Board.parse(text)
        stands_for = canonical_moves(board)
        after = {cell: canonical(board.play(cell)) for cell in board.legal_moves()}
        for one in after:
            for other in after:
                assert (stands_for[one] == stands_for[other]) == (after[one] == after[other])
            assert canonical(canonical(board).play(stands_for[one])) == after[one]
