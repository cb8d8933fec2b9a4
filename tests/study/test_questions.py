"""What the commands answer that ask the program: perft, lessons, selfplay, zugzwang."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from games.engine import perft
from games.study.management.commands.perft import Command
from games.study.management.commands.selfplay import ERASE_LINE
from games.study.management.questions import WrongInput, time_limit, whole_number
from games.study.menace.models import LearnedGame, Matchbox
from tests.management.running import error_of, run_command
from tests.server import manage


def test_perft_counts_sequences():
    assert run_command("perft", "--board", "4x3x3", "4").split()[-2:] == ["4", "11,880"]
    assert run_command("perft", "--board", "2x1x1", "7") == "  0 1\n  1 2\n"
    assert run_command("perft", "0") == "  0 1\n"


def test_perft_stops_where_there_are_too_many_positions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(perft, "MAX_POSITIONS", 100)
    output, errors = StringIO(), StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("perft", "9", stdout=output, stderr=errors)
    assert stopped.value.code == 2
    assert output.getvalue().split() == ["0", "1", "1", "9", "2", "72", "3", "504"]
    words = "After 3 plies there are more than 100 positions, too many to go on from.\n"
    assert errors.getvalue() == words


def test_lessons_lists_what_holds_and_what_loses():
    lines = run_command("lessons").splitlines()
    assert [line.split()[2:] for line in lines[3:6]] == [
        ["b2"],
        ["a3", "c3", "b2", "b1"],
        ["a3", "c3", "a1", "c1"],
    ]
    assert "  X../.../...  O plays b3, then a2 a1 b2 c3 c2" in lines
    assert "  .X./.../O..  X plays a2, then c1 b1 b2 a3 c3" in lines


def test_lessons_says_what_it_could_not_solve_in_time():
    words = run_command("lessons", "--board", "8x8x5", "--plies", "1", "--seconds", "0.001")
    assert "none; not solved in time: b8 c8 d8" in words
    assert words.endswith("1 positions were not solved in time.\n")


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


def test_selfplay_shows_how_far_it_is_to_somebody_who_watches():
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    errors = Terminal()
    call_command("selfplay", "easy", "random", games="4", stdout=StringIO(), stderr=errors)
    bars = errors.getvalue().split(ERASE_LINE)
    assert bars[1:] == [f"[{'#' * 10 * done:40}] {done}/4" for done in (1, 2, 3)] + [""]


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
    assert last
    assert last.number == LearnedGame.objects.count() == 5
    assert Matchbox.objects.get(pk=".../.../...")


def test_selfplay_trains_nothing_without_a_database(tmp_path):
    status, output = manage("selfplay", "menace", "random", "--train", data=tmp_path)
    assert status == 2
    assert output.startswith("The database of the site cannot be used: ")


def test_a_number_is_a_whole_one_and_a_time_above_zero():
    for text in ("-1", "x", "1.5", "", "٣", "9" * 5000):
        with pytest.raises(WrongInput, match=r"^It must be a whole number, 0 or more\.$"):
            whole_number(text, "It")
    for text in ("soon", "-1", "0", "nan", "inf"):
        with pytest.raises(WrongInput, match=r"^The time limit must be a number of seconds above"):
            time_limit(text)


def test_a_wrong_option_is_refused_in_a_sentence(subtests: pytest.Subtests):
    for command, words in [
        ("perft x", "The depth must be a whole number, 0 or more."),
        ("lessons --plies some", "whole number"),
        ("lessons --seconds 0", "above 0"),
        ("selfplay easy hard --train", "Only menace can be trained."),
        ("selfplay menace easy --board 4x4x4", "menace plays on classic only."),
        ("selfplay easy nobody", "nobody is none of easy, medium, hard, champion, menace, lines"),
        ("selfplay easy hard --games 0", "The number of games must be a whole number, 1 or more"),
        ("selfplay easy hard --seed x", "The seed must be a whole number"),
        ("selfplay easy hard --opening -2", "The number of random moves must be a whole number"),
        ("zugzwang --board classic", "Pieces must fall"),
        ("zugzwang --board 7x6x4+drop+misere", "lines must win"),
        ("zugzwang --empty 17", "At most 16"),
        ("zugzwang --empty 0", "1 or more"),
        ("zugzwang --games many", "whole number"),
        ("zugzwang --seed -", "whole number"),
        ("solve --seconds nan", "The time limit must be a number of seconds above 0."),
        ("puzzles make --board 5x4x4", "Puzzles are made for the boards with names: classic,"),
        ("puzzles make --count 0", "The number of puzzles must be a whole number, 1 or more."),
        ("puzzles make --seed x", "The seed must be a whole number, 0 or more."),
        ("puzzles check --seconds 0", "The time limit must be a number of seconds above 0."),
    ]:
        with subtests.test(command=command):
            assert words in error_of(*command.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "XXXXXXXXX"], "X begins, so there are as many X as O, or one X more."),
        (["perft"], "The following arguments are required: depth; --help says what there is."),
    ],
)
def test_from_the_command_line_it_refuses_in_one_line(tmp_path, arguments: list[str], words: str):
    status, output = manage(*arguments, data=tmp_path)
    assert (status, output.strip()) == (2, words)


def test_it_stops_without_a_word_when_it_is_interrupted(monkeypatch):
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Command, "answer", interrupt)
    with pytest.raises(SystemExit) as stopped:
        call_command("perft", "3")
    assert stopped.value.code == 130


def test_zugzwang_prints_positions_that_one_threat_decides():
    lines = run_command("zugzwang", "--seed", "20", "--games", "50").splitlines()
    assert lines[0] == "X wins with c3:"
    assert len(lines[1:7]) == 6
    assert lines[8] == "  then  e4-d5-d6-e5-e6-g6-c2-c3"
