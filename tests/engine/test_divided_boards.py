from collections.abc import Callable, Iterator
from random import Random

import pytest

from games.engine import (
    Board,
    IllegalMove,
    ImpossiblePosition,
    InvalidVariant,
    Occupied,
    OnClosedBoard,
    Outcome,
    Reason,
    Variant,
    WrongBoard,
    canonical,
    canonical_moves,
    images,
    read_moves,
    symmetries,
)
from tests.engine.plain_rules import LINES, Notakto, Ultimate, cell_of

ULTIMATE = Variant.parse("9x9x3+nested")
CODES = {
    "9x9x3+nested": Ultimate,
    "3x3x3+shared+misere": lambda: Notakto(1),
    "6x3x3+shared+misere": lambda: Notakto(2),
    "9x3x3+shared+misere": lambda: Notakto(3),
}
GAMES = 100  # of a board


def random_game(variant: Variant, seed: int) -> Iterator[Board]:
    board, rng = Board(variant), Random(seed)
    yield board
    while moves := board.legal_moves():
        board = board.play(rng.choice(moves))
        yield board


@pytest.mark.parametrize(("code", "new_game"), CODES.items(), ids=CODES)
def test_random_games_go_as_on_paper(code: str, new_game: Callable[[], Ultimate | Notakto]):
    variant, rng = Variant.parse(code), Random(5)
    for _ in range(GAMES):
        board, paper = Board(variant), new_game()
        while (end := paper.end()) is None:
            moves = {cell_of(move, paper.across): move for move in paper.moves()}
            assert board.outcome() is None
            assert board.legal_moves() == tuple(sorted(moves))
            cell = rng.choice(list(moves))
            paper.play(moves[cell])
            board = board.play(cell)
        outcome = board.outcome()
        assert (outcome.winner or "draw") == end
        assert board.legal_moves() == ()


@pytest.mark.parametrize("code", CODES)
def test_every_other_cell_is_refused_with_a_sentence(code: str):
    for board in random_game(Variant.parse(code), 1):
        for cell in set(range(-1, board.variant.size + 1)).difference(board.legal_moves()):
            with pytest.raises(IllegalMove, match=r"^[A-Z].*\.$"):
                board.play(cell)


@pytest.mark.parametrize("code", CODES)
def test_the_text_of_every_position_reads_back(code: str):
    for seed in range(20):
        for board in random_game(Variant.parse(code), seed):
            assert Board.parse(str(board), board.variant) == board
            assert Board.from_stored(str(board), board.variant) == board


def played(moves: str, variant: Variant = ULTIMATE) -> Board:
    board = Board(variant)
    for cell in read_moves(moves, variant):
        board = board.play(cell)
    return board


def test_the_line_of_a_game_leads_through_the_middles_of_won_boards():
    for seed in range(20):
        *_, end = random_game(ULTIMATE, seed)
        outcome = end.outcome()
        boards = tuple(ULTIMATE.board_of(cell) for cell in outcome.line)
        assert all(end.closed()[board] is outcome.winner for board in boards)
        assert [ULTIMATE.middle_of(board) for board in boards] == list(outcome.line)
        assert bool(outcome.winner) == (boards in LINES)


def test_nobody_wins_after_ultimate_is_dead():
    games = [list(random_game(ULTIMATE, seed)) for seed in range(80)]
    dead = [game for game in games if any(board.is_dead for board in game[:-1])]
    assert len(dead) > 5
    assert {game[-1].outcome() for game in dead} == {Outcome(None, Reason.FULL)}


@pytest.mark.parametrize("code", CODES)
def test_all_symmetries_of_the_grid_hold(code: str):
    variant = Variant.parse(code)
    ways = symmetries(variant)
    assert len(ways) == (8 if variant.width == variant.height else 4)
    for board in random_game(variant, 3):
        for way, image in zip(ways, images(board), strict=True):
            assert image.last == (None if board.last is None else way[board.last])
            assert set(image.legal_moves()) == {way[cell] for cell in board.legal_moves()}
            assert canonical(image) == canonical(board)
        for cell, stands_for in canonical_moves(board).items():
            after = canonical(canonical(board).play(stands_for))
            assert after == canonical(board.play(cell))


THREE_WON = "XXXXXXXXX/OO.OO.OO."  # of X, the three small boards at the top


@pytest.mark.parametrize(
    ("marks", "sentence"),
    [
        ("@e5", "After the marks of this board stands its last move, as @e5."),
        ("X", "After the marks of this board stands its last move, as @e5."),
        ("X@b9", "The last move was made by X."),
        ("XO@a9", "The last move was made by O."),
        ("X@z1", "There is no cell z1. The cells of this board are called a1 to i9."),
        ("XX@a9", "X begins, so there are as many X as O, or one X more."),
        ("XXXOX/XXX/OOO/....../OOO@a7", "Only one side can have won a small board."),
        ("XXX/O..O/X..O@a7", "The last move was made on a small board that was closed."),
        ("XO/.../X@a7", "No move of O led to the board of the last move."),
        ("X.....O@g9", "No move of X led to the board of the last move."),
        (f"{THREE_WON}/..O..O/O@a6", "X has completed a line, so nobody can have moved since."),
        (f"{THREE_WON}/..O..O..O/X@a6", "One move cannot have completed all these lines."),
    ],
)
def test_an_impossible_position_of_ultimate_is_refused_with_a_sentence(marks: str, sentence: str):
    with pytest.raises(ImpossiblePosition) as refused:
        Board.parse(ultimate(marks), ULTIMATE)
    assert str(refused.value) == sentence


def ultimate(marks: str) -> str:
    rows, _, last = marks.partition("@")
    filled = [row.ljust(9, ".") for row in rows.split("/")]
    return "/".join([*filled, *["." * 9] * (9 - len(filled))]) + (last and f"@{last}")


@pytest.mark.parametrize(
    ("board", "cell", "error", "sentence"),
    [
        (
            *(Board.parse(ultimate("XXX/O..O/..O/X@a6"), ULTIMATE), "c8", OnClosedBoard),
            "This small board has been won, so it takes no more moves.",
        ),
        (played("e5"), "a1", WrongBoard, "The last move leads to another small board."),
        (played("e5"), "e5", Occupied, "That cell is already taken."),
        (
            *(played("a3 b3 c3", Variant.parse("9x3x3+shared+misere")), "a1", OnClosedBoard),
            "This small board has a line, so it takes no more moves.",
        ),
    ],
)
def test_a_move_on_a_wrong_board_is_refused_with_a_sentence(board, cell, error, sentence):
    with pytest.raises(error) as refused:
        board.play(board.variant.cell_named(cell))
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "code",
    [
        *["9x9x3+nested+misere", "9x9x3+nested+drop", "9x9x3+nested+shared", "9x9x4+nested"],
        *["6x6x3+nested", "3x3x3+nested", "3x3x3+shared", "3x9x3+shared+misere"],
        *["12x3x3+shared+misere", "4x4x4+shared+misere", "3x3x3+drop+shared+misere"],
    ],
)
def test_there_are_no_other_grids(code: str):
    with pytest.raises(InvalidVariant, match=r"^(Nested boards|Boards with shared marks) .*\.$"):
        Variant.parse(code)
