import pytest

from games.engine import Board, Mark
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.play import services
from games.presentation import examples, hint_wording, snapshots
from games.presentation.description import describe, describe_game
from games.protocol import HintInWords
from tests.playing import DRAW, X_WINS, play

pytestmark = pytest.mark.django_db


def test_it_draws_the_game_as_it_stands(game: Game):
    snapshot = snapshots.take(play(game, *X_WINS))
    drawn = describe_game(snapshot)
    assert "".join(cell.mark or "." for cell in drawn.cells) == snapshot["cells"]
    assert [cell.number for cell in drawn.cells if cell.is_last] == [2]
    assert [cell.number for cell in drawn.cells if cell.line_place] == [0, 1, 2]
    assert drawn.end["strike"] == "M0.18 0.50C1.06 0.18 1.94 0.82 2.82 0.50"
    assert not drawn.end["hands"]
    assert not drawn.variant.misere
    assert drawn.cells[5].label == "c 2, empty"


def test_after_a_draw_the_last_mark_and_its_neighbour_shake_hands(game: Game):
    snapshot = snapshots.take(play(game, *DRAW))
    drawn = describe_game(snapshot)
    assert drawn.end["cells"] == [3, 4]
    assert (drawn.end["mark"], drawn.end["hands"]) == (
        "X",
        "translate(1 1.5) rotate(0.0) scale(1.00)",
    )
    assert describe_game(snapshot, 8).end is None


def test_it_draws_an_earlier_ply_without_the_end(game: Game):
    snapshot = snapshots.take(play(game, *X_WINS))
    assert describe_game(snapshot, 0).words == "empty board"
    drawn = describe_game(snapshot, 2)
    assert drawn.words == "X a 3; O a 2"
    assert drawn.end is None
    assert drawn.board.ply == 2


def test_on_an_empty_board_a_press_plays_where_the_piece_would_fall():
    columns = describe(Board(BOARDS["connect-four"].variant)).rows[0]
    assert [cell.target for cell in columns] == [35, 36, 37, 38, 39, 40, 41]
    assert all(cell.target == cell.number for cell in describe(Board(BOARDS["4x4"].variant)).cells)


def test_the_sample_of_a_board_shows_both_sides_and_a_line_if_one_ends_the_game_so():
    for board in BOARDS.values():
        drawn = examples.sample(board.variant)
        assert {cell.mark for cell in drawn.marked} == ({"X"} if drawn.shared else {"X", "O"})
        line = [cell.number for cell in drawn.cells if cell.line_place]
        has_line = board.id not in ("connect-four", "ultimate", "notakto", "notakto-3")
        assert len(line) == board.variant.run * has_line


def test_every_cell_of_a_column_speaks_of_where_the_piece_falls(alice: Player, computer: Player):
    board = BOARDS["connect-four"].variant
    game = services.create_game(host=alice, mark=Mark.X, guest=computer, variant=board)
    verdicts = {
        str(cell): hint_wording.verdict_in_words({"value": value, "plies": None})
        for cell, value in {31: "win", 35: "loss", 36: "draw", 37: "unknown"}.items()
    }
    hint: HintInWords = {"ply": 1, "words": "", "best": [31], "verdicts": verdicts}
    drawn = describe_game(snapshots.take(play(game, 38)), hint=hint)
    assert [cell.number for cell in drawn.cells if cell.is_best] == [31]
    assert [cell.number for cell in drawn.cells if cell.has_sign] == [31, 35, 36]
    assert drawn.cells[3].label == "d 6, empty: win, recommended"
    assert drawn.cells[38].label == "d 1, Yellow: win, recommended"
    assert drawn.cells[0].label == "a 6, empty: loss"
