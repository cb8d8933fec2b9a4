import json
from random import Random

import pytest

from games.engine import BOARDS, Board, Mark, Variant, play_moves
from games.engine.game_file import MAX_LENGTH, GameFile, InvalidGameFile, read_game, read_games

RESULTS = {Mark.X: "1-0", Mark.O: "0-1", None: "1/2-1/2"}
X_WINS = "1. a1 a2 2. b1 b2 3. c1"
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
                moves = random_moves(variant, rng)
                if outcome := play_moves(Board(variant), moves).outcome():
                    tags["Result"] = RESULTS[outcome.winner]
                game = GameFile(variant, moves, tags)
                assert read_game(game.to_text()) == game
                assert read_game(game.to_json()) == game


def test_other_tags_comments_and_line_breaks_are_passed_over():
    text = '[Event "Club"]\n[Board "classic"]\n1.b2 {the middle} a3 ; a corner\n2. c1'
    game = read_game(text)
    assert game.moves == (4, 0, 8)
    assert game.tags == {}


@pytest.mark.parametrize(
    "text",
    [
        *('[Board "Connect-Four"] 4453', '[Board "connect-four"] 1. 4 4 2. 5 3 *'),
        *(
            '[Board "7x6x4+DROP"] D1 D2 E1 C1',
            '{"board": "connect-four", "moves": ["44", "e1", "3"]}',
        ),
        '{"board": "connect-four", "moves": "4453"}',
    ],
)
@pytest.mark.parametrize("blank", ["", "\ufeff", "\n \ufeff\r\n"])
def test_capitals_columns_and_a_byte_order_mark_are_read(blank: str, text: str):
    names = map(BOARDS["connect-four"].variant.cell_name, read_game(blank + text).moves)
    assert list(names) == ["d1", "d2", "e1", "c1"]


def test_digits_are_columns_only_where_pieces_fall():
    with pytest.raises(InvalidGameFile, match="There is no cell 4453"):
        read_game('[Board "6x6"] 4453')


def test_a_game_without_a_result_may_have_one_on_the_board():
    assert read_game(f'[Board "classic"] {X_WINS} *').tags == {"Result": "*"}
    assert read_game('[Board "classic"] 1. b2 0-1').tags == {"Result": "0-1"}  # X resigned


def test_what_is_no_game_is_refused_in_a_sentence(subtests: pytest.Subtests):
    for text, reason in [
        ("", "A game begins with its board"),
        ('[Board "nine"] 1. b2', "Boards with names are classic"),
        ('[Board "classic"] 1. b2 z9', "There is no cell z9. The cells of this board are"),
        ('[Board "classic"] 1. b2 b2', "Move 2, b2: "),
        ('[Board "classic"] 1. a1 a2 2. b1 b2 3. c1 c2', "Move 6, c2: "),
        ('[Board "connect-four"] 1. a2', "Move 1, a2: "),
        ('[Board "connect-four"] 8', "There is no cell 8. The cells of this board are"),
        ('[Board "connect-four"] 4444444', "Move 7, d6: That cell is already taken"),
        ('[Board "ultimate"] 1. e5 a1', "Move 2, a1: The last move leads to another"),
        ('[Board "notakto-3"] 1. a1 b1 2. c1 a2', "Move 4, a2: This small board has a line"),
        ('[Board "notakto"] 1. a1 b1 2. c1 1-0', "The result is 1-0, but on the board it is 0-1"),
        (f'[Board "classic"] [Result "0-1"] {X_WINS}', "The result is 0-1, but on the board"),
        (f'[Board "classic"] [Result "1/2-1/2"] {X_WINS}', "but on the board it is 1-0"),
        (f'[Board "misere"] {X_WINS} 1-0', "but on the board it is 0-1"),
        ('[Board "classic"] [Result "1-0"] 1. b2 0-1', "The result is 1-0, and 0-1 after"),
        ('{"board": "classic", "result": 3, "moves": []}', "The result must be one of"),
        ("[", "A game begins with its board"),
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


GAMES = 'id,board,moves,note\n1,classic,b2 a3,short\n2,classic,"c1\na1",""\n'


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_table_is_read_as_spreadsheets_save_it(between: str, line_end: str):
    text = GAMES.replace("short", "long " * 100_000).replace(",", between)
    text += between * 3 + "\n"
    for start in ("", "\ufeff", f"sep={between}\n"):
        games = read_games((start + text).replace("\n", line_end))
        assert [game.moves for game in games] == [(4, 0), (8, 6)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (GAMES.replace("b2 a3", "b2 a3 b2"), "Game 1: Move 3, b2: That cell is already taken."),
        (GAMES.replace('"c1\na1"', '"c1\nz9"'), "Game 2: Move 2: There is no cell z9. The cells"),
        (GAMES.replace(",moves,", ",played,"), "Game 1: The moves are a list of cells"),
        (GAMES.replace(",board,", ",place,"), "Game 1: A game has a board"),
        (GAMES + "3\n", "Game 3: A game has a board"),
        (GAMES + "3,classic\n", "Game 3: The moves are a list of cells"),
        (GAMES + '3,classic,"b2\n', "The table cannot be read: unexpected end"),
        (GAMES + "3,classic,b2 a3,x,more,and more\n4,gomoku,h8 h8", "Game 4: Move 2, h8: "),
        (GAMES + "3,classic,b2\x00\n", "Game 3: Move 1: There is no cell b2"),
    ],
)
def test_a_table_that_is_wrong_says_which_move_does_not_fit(text: str, sentence: str):
    with pytest.raises(InvalidGameFile) as refused:
        read_games(text)
    assert str(refused.value).startswith(sentence)
