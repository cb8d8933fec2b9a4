import json
from pathlib import Path

import pytest

from games.engine import BOARDS
from games.engine.game_file import GameFile
from games.play import services
from tests.downloads import exported
from tests.management.running import error_of, run_command
from tests.playing import X_WINS, create_game, play

GAME = GameFile(BOARDS["classic"].variant, (6, 7, 4, 2, 0, 8, 3), {"Result": "1-0"})


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(GAME.to_text())
    return str(path)


def test_review_tells_what_each_move_kept_or_gave_away(file: str):
    assert run_command("review", file).splitlines() == [
        "  1. X a1   kept the draw: draw",
        "  2. O b1   lost: loss in 3 of X's moves; better b2: b2-a3-a2-c2-b3-b1-c1",
        "  3. X b2   kept the win: win in 3 of X's moves",
        "  4. O c3   was lost already: loss in 2 of X's moves",
        "  5. X a3   kept the win: win in 2 of X's moves",
        "  6. O c1   was lost already: loss in 1 of X's moves",
        "  7. X a2   kept the win: win in 1 of X's moves",
    ]


def test_review_answers_in_json(file: str):
    second = json.loads(run_command("review", file, "--json").splitlines()[1])
    assert second == {
        "game": 1,
        "move": "b1",
        "side": "O",
        "label": "lost",
        "is_exact": True,
        "before": {"value": "draw", "plies": None},
        "after": {"value": "loss", "plies": 6},
        "better": ["b2"],
        "unproven": [],
        "line": ["b2", "a3", "a2", "c2", "b3", "b1", "c1"],
    }


@pytest.mark.django_db
def test_review_reads_what_the_admin_exports(admin_client, piped, alice, bob):
    won, resigned = create_game(alice, bob), create_game(bob, alice)
    play(won, *X_WINS)
    services.resign(play(resigned, 4).pk, alice.pk)
    create_game(alice, bob)
    piped(exported(admin_client))
    lines = run_command("review", "-").splitlines()
    games = [line.partition(", ")[2] for line in lines if line.startswith("Game ")]
    assert sorted(games) == [
        "classic: Alice v Bob, *",
        "classic: Alice v Bob, 1-0",
        "classic: Bob v Alice, 1-0",
    ]
    assert len(lines) == len(games) + len(X_WINS) + 1
    piped(exported(admin_client))
    assert error_of("solve", "--game", "-") == "The file has 3 games, and --game takes one."


def test_solve_takes_the_end_of_a_game_from_a_file(file: str):
    assert "The game is over: X has won." in run_command("solve", "--game", file)
    Path(file).write_text(GameFile(GAME.variant, GAME.moves[:2]).to_text())
    answer = json.loads(run_command("solve", "--game", file, "--moves", "b2", "--json"))
    assert answer["position"] == ".../.X./XO."
    assert (answer["value"], answer["plies"]) == ("loss", 4)


def test_what_is_no_game_is_refused_in_a_sentence(tmp_path: Path, file: str):
    assert "argument file: cannot read" in error_of("review", str(tmp_path / "none"))
    assert error_of("solve", "X........", "--game", file) == "Give a position or --game, not both."
    Path(file).write_bytes(b"\xff\xfe")
    assert error_of("review", file) == "Error: argument file: what was read is no text"
    Path(file).write_text("1. b2")
    assert "A game begins with its board" in error_of("review", file)
