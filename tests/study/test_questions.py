import json
import re
import signal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine import perft
from games.study.menace.models import LearnedGame, Matchbox
from games.study.puzzles import book
from tests.management.running import error_of, run_command
from tests.server import TIMEOUT, popen


def test_perft_counts_sequences():
    assert run_command("perft", "--board", "4x3x3", "4").split()[-2:] == ["4", "11,880"]
    assert run_command("perft", "--board", "2x1x1", "7") == "  0 1\n  1 2\n"
    assert run_command("perft", "0") == "  0 1\n"


def test_perft_stops_where_there_are_too_many_positions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(perft, "MAX_POSITIONS", 100)
    output = StringIO()
    words = "After 3 moves there are more than 100 positions, too many to go on from."
    with pytest.raises(CommandError, match=re.escape(words)):
        call_command("perft", "9", stdout=output)
    assert output.getvalue().split() == ["0", "1", "1", "9", "2", "72", "3", "504"]


def test_lessons_lists_what_holds_and_what_loses():
    lines = run_command("lessons").splitlines()
    assert [line.split()[2:] for line in lines[3:6]] == [
        ["b2"],
        ["a3", "c3", "b2", "b1"],
        ["a3", "c3", "a1", "c1"],
    ]
    assert "  X../.../...  O plays b3, then a2 a1 b2 c3 c2" in lines
    assert "  .X./.../O..  X plays a2, then c1 b1 b2 a3 c3" in lines


def test_puzzles_are_dealt_with_answers_that_keep_what_they_say():
    told = run_command("puzzles", "3", "--board", "classic", "--theme", "fork", "--json")
    for puzzle in map(json.loads, told.splitlines()):
        assert book.find(puzzle["id"]).theme == puzzle["theme"] == "fork"
        solved = json.loads(run_command("solve", puzzle["position"], "--json"))
        assert (
            solved.items() >= {name: puzzle[name] for name in ("value", "plies", "to_move")}.items()
        )
        assert {solved["moves"][answer]["value"] for answer in puzzle["answers"]} == {"win"}
    text = run_command("puzzles", "2", "--board", "notakto", "--grade", "2")
    assert re.fullmatch(r"(\S+  on \S+, grade 2\n  [XO] to move: win with .+\n){2}", text)


def test_selfplay_counts_for_both():
    lines = run_command(
        "selfplay", "champion", "random", "--games", "6", "--seed", "3"
    ).splitlines()
    assert lines[0].split() == ["won", "drawn", "lost", "points"]
    first, second = (line.split() for line in lines[1:])
    assert (first[0], second[0]) == ("champion", "random")
    assert first[1:4] == second[3:0:-1]
    assert sum(map(int, first[1:4])) == 6
    assert first[3] == "0"


def test_selfplay_shows_the_curve_of_menace():
    lines = run_command("selfplay", "random", "menace", "--games", "40", "--seed", "3").splitlines()
    assert lines[4].split() == ["menace,", "by", "games", "beads", "gained"]
    rows = [line.split() for line in lines[5:]]
    assert [row[0] for row in rows] == [f"{n}-{n + 3}" for n in range(1, 40, 4)]
    won, drawn, lost = (sum(int(row[column]) for row in rows) for column in (1, 2, 3))
    assert lines[2].split()[:4] == ["menace", str(won), str(drawn), str(lost)]
    assert int(rows[-1][-1]) == 3 * won + drawn - lost


def test_selfplay_leaves_the_machine_of_the_site_alone(db):
    run_command("selfplay", "menace", "random", "--games", "3")
    assert not LearnedGame.objects.exists()


def test_selfplay_trains_the_machine_of_the_site(db):
    for games in (3, 2):
        run_command("selfplay", "menace", "random", "--train", "--games", str(games))
    last = LearnedGame.objects.last()
    assert last.number == LearnedGame.objects.count() == 5
    assert Matchbox.objects.get(pk=".../.../...")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("perft x", "argument depth: invalid number value: 'x'"),
        ("perft", "the following arguments are required: depth"),
        ("lessons --moves -1", "argument --moves: must be 0 or more"),
        ("lessons --seconds 0", "argument --seconds: must be a number of seconds above 0"),
        ("solve --seconds nan", "argument --seconds: must be a number of seconds above 0"),
        ("solve --board chess", "argument --board: A board is written as width x height x run"),
        ("puzzles --board classic --theme parity", "There are no such puzzles."),
        ("selfplay easy hard --train", "Only menace can be trained."),
        ("selfplay menace easy --board 4x4x4", "menace does not play on this board."),
        ("selfplay tens easy --board ultimate", "tens does not play on this board."),
        ("selfplay easy nobody", "argument second: invalid choice: 'nobody'"),
        ("selfplay easy hard --games 0", "argument --games: must be 1 or more"),
    ],
)
def test_a_wrong_call_is_refused_in_a_sentence(command: str, words: str):
    assert words in error_of(*command.split())


def test_it_stops_without_a_word_when_it_is_interrupted(tmp_path):
    with popen(["perft", "9", "--board", "gomoku"], tmp_path) as program:
        assert program.stdout.readline() == "  0 1\n"
        program.send_signal(signal.SIGINT)
        assert "Traceback" not in program.stdout.read()
        assert program.wait(TIMEOUT) == 130


def test_whoever_reads_may_have_read_enough(tmp_path):
    with popen(["perft", "9"], tmp_path) as program:
        program.stdout.close()
        assert program.wait(TIMEOUT) == 0
