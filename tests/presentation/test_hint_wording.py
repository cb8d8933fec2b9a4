import pytest

from games.engine import BOARDS, CLASSIC, Board, Variant, play_moves, read_moves
from games.presentation import hint_wording
from games.protocol import VerdictJSON
from tests.hints import advice, verdict


@pytest.mark.parametrize(
    ("of", "brief", "said"),
    [
        (verdict("win", 1), "W1", "win in 1 move"),
        (verdict("win", 5), "W3", "win in 3 moves"),
        (verdict("loss", 2), "L1", "loss in 1 move"),
        (verdict("loss"), "L", "loss"),
        (verdict("draw"), "D", "draw"),
        (verdict("unknown"), "?", "unknown"),
    ],
)
def test_a_verdict_is_said_in_words_and_in_signs(of: VerdictJSON, brief: str, said: str):
    assert hint_wording.verdict_in_words(of) == {**of, "brief": brief, "words": said}


def test_what_the_moves_come_to_is_said(subtests: pytest.Subtests):
    for verdicts, said in [
        (["win 5", "win 3", "unknown"], "Play b2. You can win in 2 moves."),
        (["win", "loss 2"], "Play b2. You can win."),
        (["draw", "draw"], "Every move draws."),
        (["draw", "loss 2"], "Only a3 holds the draw."),
        (["draw", "draw", "loss"], "The draw is held by a3 or b3. Every other move loses."),
        (["draw", "unknown"], "This is a draw: play a3."),
        (["loss 2", "loss 4"], "Play b2. Every move loses, the best in 2 moves."),
        (["loss 2", "loss"], "Play b2. Every move loses."),
    ]:
        with subtests.test(verdicts=verdicts, said=said):
            split = (text.split() for text in verdicts)
            of = [verdict(value, int(plies[0]) if plies else None) for value, *plies in split]
            assert hint_wording.hint(Board(CLASSIC), advice(of, [4])) == said


@pytest.mark.parametrize(
    ("position", "cell", "said"),
    [
        ("XX./OO./...", 2, "Play c3: it wins at once."),
        ("X../OO./..X", 5, "Block c2, or O wins with its next move."),
        ("XO./.X./..O", 6, "Play a1: it makes two threats at once."),
    ],
)
def test_a_reason_that_everybody_sees_is_given(position: str, cell: int, said: str):
    board = Board.parse(position)
    assert hint_wording.hint(board, advice([verdict("draw")], [cell])) == said


def test_a_side_with_pieces_is_called_by_their_colour():
    board = play_moves(Board(BOARDS["connect-four"].variant), [35, 28, 36, 29, 37])
    said = hint_wording.hint(board, advice([verdict("loss", 2)], [38]))
    assert said == "Block d1, or Yellow wins with its next move."


@pytest.mark.parametrize(
    ("position", "cell", "said"),
    [
        ("...../...../...../...../.....", 12, "c3: no other move has more ways to 4 in a row."),
        ("X...O/...../...../...../.....", 6, "b4: it makes 2 in a row, with room for 4."),
        ("X.X../....O/...../...../O....", 1, "b5: it makes 3 in a row, with room for 4."),
        ("....X/.O.../..O../...../X....", 18, "d2: O could make 3 in a row there."),
    ],
)
def test_a_guess_has_a_reason_that_one_can_count(position: str, cell: int, said: str):
    board = Board.parse(position, Variant(5, 5, 4))
    assert guess(board, cell, "unknown") == f"I would play {said}"


def test_a_guess_without_a_reason_says_that_it_is_not_worked_out():
    board = Board(Variant(5, 5, 4))
    said = "I have not worked out who wins. I would play a5."
    assert guess(board, 0, "unknown") == said
    assert guess(Board(Variant(3, 3, 3, misere=True)), 0, "unknown").startswith(
        "I have not worked out"
    )


@pytest.mark.parametrize(
    ("moves", "cell", "said"),
    [
        ("e9-f8-h6-d8-b6", "e8", "e8: it wins the upper middle board."),
        ("e9-f8-h6-d8-b6-e7-d3-b9", "e8", "e8: it keeps O from winning the upper middle board."),
        ("e5-e6-e9", "e8", "e8."),
        ("e9-f8-h6-d8", "b6", "b6."),
        (
            "e9-f8-h6-d8",
            "b5",
            "b5: it sends O to the centre board, where nothing can be won at once.",
        ),
        ("e5-e6-e8", "f6", "f6: it makes 2 in a row on the centre board."),
    ],
)
def test_on_small_boards_a_guess_says_what_it_does_on_its_own(moves: str, cell: str, said: str):
    variant = BOARDS["ultimate"].variant
    board = play_moves(Board(variant), read_moves(moves, variant))
    assert guess(board, variant.cell_named(cell), "unknown").endswith(f"I would play {said}")


def test_no_cell_is_blocked_to_which_the_opponent_may_not_come():
    variant = BOARDS["ultimate"].variant
    game = (
        "c8-h4-f3-i8-i6-g7-c1-g1-c3-g9-a8-c6-h9-f8-g5-b4-f1-g3-b8-e4-f2-h5-f6-g8-c4-g2-a6-e7-c2-i5"
    )
    board = play_moves(Board(variant), read_moves(game, variant))
    said = hint_wording.hint(board, advice([verdict("draw")], [variant.cell_named("h6")]))
    assert "Block" not in said


def test_a_guess_says_what_is_proven():
    reason = "I would play b2: no other move has more ways to 3 in a row."
    for verdicts, said in [
        (("unknown", "loss"), "Some moves lose."),
        (("unknown", "draw"), "Some moves lead to a draw."),
        (("unknown", "draw", "loss"), "Some moves lead to a draw, some lose."),
    ]:
        assert guess(Board(CLASSIC), 4, *verdicts) == f"{reason} {said}"
        assert guess(Board(CLASSIC), 1, *verdicts) == f"{said} I would play b3."


def guess(board: Board, cell: int, *verdicts: str) -> str:
    of = [verdict(value) for value in verdicts]
    return hint_wording.hint(board, advice(of, [cell], is_proven=False))


def test_on_a_board_where_a_line_loses_no_line_is_a_reason():
    board = Board.parse("XX./OO./...", Variant(3, 3, 3, misere=True))
    assert hint_wording.hint(board, advice([verdict("draw")], [2])) == "Every move draws."
