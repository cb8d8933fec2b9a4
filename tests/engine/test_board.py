from itertools import product

import pytest

from games.engine import (
    Board,
    IllegalMove,
    ImpossiblePosition,
    Variant,
    moves_to,
    play_moves,
)
from tests.game_tree import classic_positions, layers, open_positions


def test_the_text_form_reads_back_on_every_position():
    for board in classic_positions():
        assert Board.parse(str(board)) == board
        assert Board.parse(board.cells) == board


@pytest.mark.parametrize("text", ["XO./.X./..O", ".../.../...", "XXX/OOO/X.."])
def test_stored_text_is_read_without_proving_that_play_can_reach_it(text: str):
    board = Board.from_stored(text)
    assert str(board) == text
    assert Board.from_stored(board.cells) == board


def test_moves_lead_to_every_position_in_which_the_game_goes_on():
    for board in open_positions():
        assert play_moves(Board(), moves_to(board)) == board
    for text in ("4x3x3", "3x3x3+misere"):
        board = play_moves(Board(Variant.parse(text)), (5, 0, 3, 7))
        assert play_moves(Board(board.variant), moves_to(board)) == board


def test_stored_text_of_another_shape_is_refused():
    with pytest.raises(ImpossiblePosition):
        Board.from_stored("XO./.X./...", Variant(4, 4, 4))


SHARED = "3x3x3+shared+misere"


def test_each_refusal_is_one_whole_sentence(subtests: pytest.Subtests):
    for text, variant, sentence in [
        ("OO./.X./...", "3x3x3", "X begins, so there are as many X as O, or one X more."),
        ("XXX/OOO/...", "3x3x3", "X has completed a line, so nobody can have moved since."),
        ("XXX../OO.OO/..O../XXX..", "5x4x3", "One move cannot have completed all these lines."),
        ("X../.../...", "3x3x3+drop", "A piece falls to the lowest free cell, so none hangs."),
        ("X../X../OO.", "3x3x3+drop", "In no order of moves do pieces fall like this."),
        ("XO", "3x3x3", "This board is written as 9 of X, O and . (row by row, / between rows)."),
        ("XO/..X/...O", "3x3x3", "Each row of this board has 3 cells."),
        ("OOO/XX./XX.", "3x3x3+misere", "O has completed a line, so nobody can have moved since."),
        ("XO./.../...", SHARED, "Both sides mark X on this board."),
        ("XXX/XXX/...", SHARED, "One move cannot have completed all these lines."),
        ("X../.../...@a3", SHARED, "A position of this board is written without its last move."),
    ]:
        with subtests.test(text=text, variant=variant, sentence=sentence):
            with pytest.raises(ImpossiblePosition) as refused:
                Board.parse(text, Variant.parse(variant))
            assert str(refused.value) == sentence


def test_an_illegal_move_is_refused_with_a_sentence(subtests: pytest.Subtests):
    for text, variant, cell, sentence in [
        *((".../.../...", "3x3x3", c, "There is no such cell on this board.") for c in (-1, 9)),
        ("XXX/OO./...", "3x3x3", 8, "This game is over."),
        ("XOX/XOO/OXX", "3x3x3", 8, "This game is over."),
        ("X../.../...", "3x3x3", 0, "That cell is already taken."),
        (".../.../...", "3x3x3+drop", 0, "A piece falls to the lowest free cell of its column."),
    ]:
        with subtests.test(sentence=sentence):
            with pytest.raises(IllegalMove) as refused:
                Board.parse(text, Variant.parse(variant)).play(cell)
            assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "is_dead"),
    [
        (".../.../...", False),
        ("XOX/OXO/.XO", False),  # X may still win with the last cell
        ("XOX/XOO/OX.", True),
        ("XOX/XOO/OXX", True),
        ("XXX/OO./...", False),
    ],
)
@pytest.mark.parametrize("misere", [False, True])
def test_a_board_is_dead_when_no_line_is_open_to_anyone(text: str, is_dead: bool, misere: bool):
    board = Board.parse(text, Variant(3, 3, 3, misere=misere))
    assert board.is_dead is is_dead


@pytest.mark.parametrize(
    "text",
    ["3x3x3", "3x3x3+drop", "4x2x2+drop", "3x3x3+drop+misere", "3x3x3+shared+misere"],
)
def test_just_the_reachable_positions_are_accepted(text: str):
    variant = Variant.parse(text)
    reachable = {board for layer in layers(variant, variant.size) for board in layer}
    accepted = set()
    for marks in product("XO.", repeat=variant.size):
        try:
            accepted.add(Board.parse("".join(marks), variant))
        except ImpossiblePosition:
            continue
    assert accepted == reachable
