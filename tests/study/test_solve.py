import json
from io import StringIO

import pytest
from django.core.management import call_command, get_commands, load_command_class

from games.ops.program import DJANGO_OPTIONS
from tests.management.running import error_of, run_command


def test_solve_answers_in_json():
    answer = json.loads(run_command("solve", "X../..O/OX.", "--json"))
    assert answer.pop("seconds") >= 0
    assert answer.pop("nodes") > 0
    assert answer == {
        "position": "X../..O/OX.",
        "to_move": "X",
        "value": "win",
        "plies": 3,
        "moves": {
            "b3": {"value": "win", "plies": 3},
            "c3": {"value": "draw", "plies": None},
            "a2": {"value": "loss", "plies": 4},
            "b2": {"value": "win", "plies": 3},
            "c1": {"value": "loss", "plies": 4},
        },
    }


def test_solve_answers_in_words_the_best_moves_first():
    lines = run_command("solve", "X.. ..O OX.".replace(" ", "")).splitlines()
    assert lines[:6] == [
        "  X . .",
        "  . . O",
        "  O X .",
        "X to move: win in 2 of X's moves.",
        "  b3   win in 2 of X's moves",
        "  b2   win in 2 of X's moves",
    ]
    assert "positions searched" in lines[-1]


def test_solve_reads_columns_where_pieces_fall(piped):
    options = ("--board", "connect-four", "--seconds", "0.01", "--json")
    expected = "......./......./......./......./...O.../..XXO.."
    assert json.loads(run_command("solve", "4453", *options, "--moves", ""))["position"] == "4453"
    assert json.loads(run_command("solve", "44", *options, "--moves", "35"))["position"] == expected
    piped("\ufeff4453\n4444444\n8\n")
    output, errors = StringIO(), StringIO()
    with pytest.raises(SystemExit):
        call_command("solve", "-", *options[:-1], stdout=output, stderr=errors)
    assert json.loads(output.getvalue())["position"] == "4453"
    assert errors.getvalue().splitlines() == [
        "Line 2: That cell is already taken.",
        "Line 3: There is no cell 8. The cells of this board are called a1 to g6.",
    ]


def test_solve_takes_positions_of_nested_boards_with_their_last_move(piped):
    rows = f"XXXXXX.XX/OO.OO.OO./..O..O..{'.'}/X{'.' * 8}/{'/'.join(['.' * 9] * 5)}"
    ultimate = ("--board", "ultimate", "--seconds", "1")
    lines = run_command("solve", f"{rows}@a6", *ultimate).splitlines()
    assert lines[:4] == [
        "  X X X   X X X   . X X",
        "  O O .   O O .   O O .",
        "  . . O   . . O   . . .",
        "",
    ]
    assert any(line.startswith("O to move after a6: ") for line in lines)
    piped(f"{rows}\n{rows}@i1\n{rows}@a6\n")
    output, errors = StringIO(), StringIO()
    with pytest.raises(SystemExit):
        call_command("solve", "-", *ultimate, stdout=output, stderr=errors)
    assert json.loads(output.getvalue())["position"] == f"{rows}@a6"
    assert errors.getvalue().splitlines() == [
        "Line 1: After the marks of this board stands its last move, as @e5.",
        "Line 2: The last move was made by X.",
    ]


def test_solve_says_what_it_could_not_find_out_in_time():
    options = ("solve", "--board", "gomoku", "--seconds", "0.001")
    answer = json.loads(run_command(*options, "--json"))
    assert (answer["value"], answer["plies"], len(answer["moves"])) == ("unknown", None, 225)
    words = run_command(*options)
    assert "X to move: not known, for time ran out." in words
    assert "looks best, which is no proof." in words


def test_solve_takes_a_finished_game():
    answer = json.loads(run_command("solve", "XXX/OO./...", "--json"))
    assert (answer["value"], answer["plies"], answer["moves"]) == ("loss", 0, {})
    assert run_command("solve", "XXX/OO./...").endswith("The game is over: X has won.\n")
    assert run_command("solve", "XXX/OO./...", "--board", "misere").endswith("over: O has won.\n")
    assert run_command("solve", "XOX/XOO/OXX").endswith("The game is over: a draw.\n")


def test_solve_answers_what_it_can_of_many_and_refuses_the_rest(piped):
    piped("X........\nnonsense\n\n  XX./OO./...  \n")
    output, errors = StringIO(), StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("solve", "-", stdout=output, stderr=errors)
    assert stopped.value.code == 2
    answers = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [answer["position"] for answer in answers] == ["X........", "XX./OO./..."]
    assert errors.getvalue().startswith("Line 2: This board is written as 9 of X, O and .")
    piped("X........\n")
    assert len(run_command("solve", "-").splitlines()) == 1
    piped(b"\xff\xfe\x00")
    assert error_of("solve", "-") == "What was read is no text."


def test_solve_refuses_in_a_sentence(subtests: pytest.Subtests):
    for arguments, words in [
        (["X"], "This board is written as 9 of X, O and ."),
        (["XXX/OOO/..."], "nobody can have moved since"),
        (["--moves", "b4"], "There is no cell b4. The cells of this board are called a1 to c3."),
        (["--moves", "b2 b2"], "That cell is already taken."),
        (["--board", "chess"], "Boards with names are classic, misere"),
        (["-", "--moves", "a1"], "With - there is neither --game nor --moves."),
    ]:
        with subtests.test(arguments=arguments, words=words):
            assert words in error_of("solve", *arguments)


def test_what_the_book_knows_is_not_called_a_search():
    lines = run_command("solve", "--board", "connect-four").splitlines()
    assert lines[6] == "X to move: win in 21 of X's moves."
    assert lines[-1] == "Known without a search."


def test_counts_and_matches_are_told_in_json_too():
    counts = [json.loads(line) for line in run_command("perft", "1", "--json").splitlines()]
    assert counts == [{"ply": 0, "count": 1}, {"ply": 1, "count": 9}]
    match = json.loads(run_command("selfplay", "random", "easy", "--games", "2", "--json"))
    assert [side["player"] for side in match] == ["random", "easy"]
    assert [side["won"] for side in match] == [side["lost"] for side in match[::-1]]
    *found, _ = map(json.loads, run_command("lessons", "--json").splitlines())
    after_a3 = {"move": "a3", "position": "X../.../..."}
    assert found[0] == {**after_a3, "holding": ["b2"], "unknown": []}
    line = ["a2", "a1", "b2", "c3", "c2"]
    assert {**after_a3, "side": "O", "move": "b3", "line": line} in found


@pytest.mark.parametrize(
    "name", ["backup", "lessons", "perft", "puzzles", "review", "selfplay", "solve"]
)
def test_each_command_has_json_and_none_of_djangos_options_in_its_help(name: str):
    command = load_command_class(get_commands()[name], name)
    told = command.create_parser("manage.py", name).format_help()
    assert "--json" in told
    for django in (*DJANGO_OPTIONS, "--skip-checks", " plies"):
        assert django not in told
