import pytest

from games.engine import BOARDS, Board, play_moves, read_moves
from games.study.reviews.effects import effect


@pytest.mark.parametrize(
    ("board", "moves", "cell", "said", "word"),
    [
        ("classic", "a3-b3-b2", "c1", "blocks", "blocks"),
        ("classic", "a3-b3-b2-b1", "c1", "wins", "wins"),
        ("classic", "a3-b3-b2-c1", "a1", "two threats", "threat"),
        ("classic", "b2-a3", "a1", "a threat", "threat"),
        ("classic", "b2", "a3", "", ""),
        ("classic", "b2-a3-b3-b1-a2-c2-c3-a1", "c1", "draw", "draw"),
        ("misere", "a3-c1-b3-b1", "c3", "loses", "loses"),
        ("misere", "a3-c1", "b3", "", ""),
        ("gomoku", "h8-a1-i8-a3", "j8", "open three", "three"),
        ("gomoku", "h8-g8-i8-a3-j8-a5", "k8", "four", "four"),
        ("gomoku", "h8-a1-i8-a3-j8-a5", "k8", "open four", "four"),
        ("gomoku", "h8-g8-i8-a3-j8-a5-k7-a7-k6-a9", "k8", "four-three", "four"),
        ("connect-four", "d1-a1-d2-a2", "d3", "a threat", "threat"),
        ("ultimate", "e9-f8-h6-d8-b6", "e8", "wins the upper middle board", "board"),
        ("ultimate", "e9-f8-h6-d8-b6-e7-d3-b9", "e8", "blocks", "blocks"),
        ("ultimate", "h7-f3-i7-i3-g7-c2", "i6", "lets O choose", ""),
        ("ultimate", "e5-d6", "b8", "", ""),
        ("notakto", "a3-b3", "c3", "loses", "loses"),
        ("notakto-3", "a3-b3", "c3", "closes the left board", "closed"),
        ("notakto-3", "a3-b3-c3-d3-e3-f3-g3-h3", "i3", "loses", "loses"),
    ],
)
def test_a_move_is_named_by_what_it_does_and_in_one_word(board, moves, cell, said, word):
    variant = BOARDS[board].variant
    before = play_moves(Board(variant), read_moves(moves, variant))
    assert effect(before, variant.cell_named(cell)) == said
    assert effect(before, variant.cell_named(cell), is_brief=True) == word


GOMOKU = BOARDS["gomoku"].variant
FAR = ["a1", "o1", "a15", "o15", "c1", "m1", "c15", "m15"]
NAMED = {
    "four": """
        f8 g8 h8/e8/i8 | f8 g8 i8//j8 | f8 g8 j8//h8 | a8 b8 c8//d8 | h6 h7 h8/h5/h9
        f6 g7 h8/e5/i9 | f10 g9 h8/e11/i7 | f8 g8 h8/e8/j8 | g8 h8 j8//f8 | l8 m8 n8//o8""",
    "open four": """
        f8 g8 h8//i8 | f8 g8 h8//e8 | f8 g8 i8//h8 | f8 h8 i8//g8 | h6 h7 h8//h9
        f6 g7 h8//i9 | f10 g9 h8//i7 | b8 c8 d8//e8 | f8 g8 h8/d8/i8 | f8 h8 i8 k8//g8""",
    "double four": """
        f8 g8 h8 i6 i7 i9/e8 i5/i8 | f8 g8 j8 i6 i7 i9/i10/i8 | e8 g8 i8 k8//h8
        f5 g6 h7 f11 g10 h9/e4 e12/i8 | f8 g8 h8 f11 g10 h9/e8 e12/i8
        h4 h5 h6 e8 f8 g8/h3 d8/h8 | h4 h5 h6 e7 f7 g7/h3 d7/h7 | f8 g8 h8 i5 i6 i7//i8
        h5 h7 h9 h11//h8 | f8 g8 j8 i5 i6 i9/i10/i8""",
    "open three": """
        h8 i8//j8 | h8 i8//g8 | h8 j8//i8 | h6 h7//h8 | f6 g7//h8
        h8 g9//f10 | h8 i8/f8/j8 | b8 c8//d8 | h8 i8/l8/j8 | m8 l8//k8""",
    "broken three": """
        h8 i8//k8 | h8 j8//k8 | h8 k8//i8 | h8 k8//j8 | h5 h6//h8
        f6 g7//i9 | f10 g9//i7 | h8 i8/m8/k8 | b8 c8//e8 | b8 d8//e8""",
    "double three": """
        f8 g8 h6 h7//h8 | f6 g7 h6 h7//h8 | f10 g9 f6 g7//h8 | e8 g8 h6 h7//h8
        i9 j10 f8 g8//h8 | f8 i8 h6 h7//h8 | e8 g8 h5 h7//h8 | i8 j8 h9 h10//h8
        g7 i9 g9 i7//h8 | g8 i8 h7 h9//h8""",
    "four-three": """
        f8 g8 h8 i6 i7/e8/i8 | f8 g8 h8 i9 i10/e8/i8 | f8 g8 h8 i9 i11/e8/i8
        f8 g8 j8 i6 i7//i8 | f8 g8 h8 g6 h7/e8/i8 | f8 g8 h8 h9 g10/e8/i8
        f5 g6 h7 i9 i10/e4/i8 | i5 i6 i7 g8 h8/i4/i8 | i5 i6 i7 h8 j8/i4/i8
        f8 g8 h8 i7 i5/e8/i8""",
    "": """
        h8 i8/g8/j8 | h8 i8/k8/j8 | h8 i8/f8 l8/j8 | a8 b8//c8 | h8 i8/g8/k8
        h8 j8/g8/k8 | h8 i8 k6 k7/g8 k5/k8 | f8 g8 h6 h7/e8 h5/h8 | h8//i8 | o8 n8//m8""",
}
CASES = [
    (name, position.strip())
    for name, positions in NAMED.items()
    for position in positions.strip().replace("\n", " | ").split("|")
]


@pytest.mark.parametrize(("name", "position"), CASES)
def test_a_move_has_the_name_of_what_it_makes(name: str, position: str):
    x, o, move = position.split("/")
    own, other = x.split(), o.split()
    other += [far for far in FAR if far not in other][: len(own) - len(other)]
    moves = "-".join(cell for pair in zip(own, other, strict=True) for cell in pair)
    board = play_moves(Board(GOMOKU), read_moves(moves, GOMOKU))
    assert effect(board, GOMOKU.cell_named(move)) == name


def test_each_name_has_ten_positions():
    assert len(CASES) == 10 * len(NAMED)
