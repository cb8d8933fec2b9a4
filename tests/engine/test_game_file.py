"""Games as files: what is written is read again, and what is no game is refused in a sentence."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.engine import BOARDS, Board, GameFile, InvalidGameFile, Variant, read_game
from games.engine.game_file import MAX_LENGTH

TEXT = """\
[Board "classic"]
[X "Ada"]
[O "Computer (Hard)"]
[Result "1-0"]

1. b2 a3 2. c1 a1 3. a2 b1 4. c2 1-0
"""


def random_moves(variant: Variant, rng: Random) -> tuple[int, ...]:
    board, moves = Board(variant), []
    while not board.is_over and rng.random() < 0.99:
        moves.append(rng.choice(board.legal_moves()))
        board = board.play(moves[-1])
    return tuple(moves)


def test_a_game_is_written_in_the_manner_of_chess():
    moves = (4, 0, 8, 6, 3, 7, 5)
    tags = {"X": "Ada", "O": "Computer (Hard)", "Result": "1-0"}
    assert GameFile(BOARDS["classic"].variant, moves, tags).to_text() == TEXT


def test_what_is_written_is_read_again(subtests: pytest.Subtests):
    for board in [*BOARDS, "4x3x3+misere"]:
        with subtests.test(board=board):
            rng = Random(board)
            for _ in range(20):
                variant = BOARDS[board].variant if board in BOARDS else Variant.parse(board)
                tags = {
                    "X": 'A "b" \\ [c] {d} ; e',
                    "Result": rng.choice(["1-0", "0-1", "1/2-1/2", "*"]),
                }
                game = GameFile(variant, random_moves(variant, rng), tags)
                assert read_game(game.to_text()) == game
                assert read_game(game.to_json()) == game


def test_other_tags_comments_and_line_breaks_are_passed_over():
    text = '[Event "Club"]\n[Board "classic"]\n1.b2 {the middle} a3 ; a corner\n2. c1'
    game = read_game(text)
    assert game.moves == (4, 0, 8)
    assert game.tags == {}


def test_what_is_no_game_is_refused_in_a_sentence(subtests: pytest.Subtests):
    for text, reason in [
        ("", "A game begins with its board"),
        ('[Board "nine"] 1. b2', "Boards with names are classic"),
        ('[Board "classic"] 1. b2 z9', "The cells of this board are called a1 to c3"),
        ('[Board "classic"] 1. b2 b2', "Move 2: "),
        ('[Board "classic"] 1. a1 a2 2. b1 b2 3. c1 c2', "Move 6: "),
        ('[Board "connect-four"] 1. a2', "Move 1: "),
        ('[Board "classic"] [Result "2-0"] 1. b2', "The result must be one of"),
        ("{", "This is no JSON."),
        ("{" * 50_000, "This is no JSON."),
        ('{"board": 3, "moves": []}', "A game has a board"),
        ('{"board": "classic", "moves": [4]}', "The moves are a list"),
        ("x" * (MAX_LENGTH + 1), "A game has at most"),
    ]:
        with subtests.test(text=text, reason=reason):
            with pytest.raises(InvalidGameFile, match=reason.replace(".", r"\.")) as refused:
                read_game(text)
            assert str(refused.value).endswith(".")


@pytest.mark.timeout(20)  # where time grew with the square of the length, it took minutes
@pytest.mark.parametrize("character", ["1", "{", "["])
def test_no_text_is_so_long_that_it_takes_long_to_refuse(character: str):
    start = '[Board "gomoku"] 1. h8 '
    with pytest.raises(InvalidGameFile, match="The cells of this board"):
        read_game(start + character * (MAX_LENGTH - len(start)))


def test_as_json_the_cells_have_names():
    game = json.loads(read_game(TEXT).to_json())
    assert game == {
        "board": "classic",
        "x": "Ada",
        "o": "Computer (Hard)",
        "result": "1-0",
        "moves": ["b2", "a3", "c1", "a1", "a2", "b1", "c2"],
    }
