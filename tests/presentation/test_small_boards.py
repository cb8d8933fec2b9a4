from typing import Any

import pytest
from django.template.loader import render_to_string

from games.engine import BOARDS, Board, Variant, play_moves
from games.models import Game, Player
from games.presentation import snapshots
from games.presentation.description import Drawing, describe, describe_game, history
from tests.playing import create_game, play

pytestmark = pytest.mark.django_db

ULTIMATE, NOTAKTO = BOARDS["ultimate"].variant, BOARDS["notakto-3"].variant
X_WINS_A_BOARD = "b9 d9 c9 g9 a9"  # after which O may choose


def cells(variant: Variant, names: str) -> list[int]:
    return [variant.cell_named(name) for name in names.split()]


@pytest.fixture
def ultimate(alice: Player, bob: Player) -> Game:
    return create_game(alice, bob, variant=ULTIMATE)


@pytest.fixture
def notakto(alice: Player, bob: Player) -> Game:
    return create_game(alice, bob, variant=NOTAKTO)


def state(game: Game, player: Player | None = None) -> dict[str, Any]:
    return dict(snapshots.state_for(game, player.pk if player else None))


def test_a_state_has_the_boards_that_are_closed_and_the_one_to_play_on(ultimate: Game):
    *before, last = cells(ULTIMATE, X_WINS_A_BOARD)
    told = state(play(ultimate, *before))
    assert (told["closed"], told["target"]) == ([], 0)
    assert told["playable"] == [0, 9, 10, 11, 18, 19, 20]
    told = state(play(ultimate, last))
    assert told["closed"] == [{"board": 0, "mark": "X", "ply": 5, "line": [0, 1, 2], "strike": ""}]
    assert told["target"] is None
    assert set(told["playable"]).isdisjoint({0, 1, 2, 9, 10, 11, 18, 19, 20, 3, 6})
    assert told["targets"] == [None, 1, 0, 2, 0, None]


def test_who_plays_next_is_told_where_and_why(ultimate: Game, alice: Player, bob: Player):
    def told(game: Game) -> list[str]:
        return [state(game, viewer)["where"] for viewer in (alice, bob, None)]

    assert told(ultimate) == [
        "Play in any open board.",
        "X may play in any open board.",
        "X may play in any open board.",
    ]
    first, *rest = cells(ULTIMATE, X_WINS_A_BOARD)
    assert told(play(ultimate, first)) == [
        "You sent O to the upper middle board.",
        "Play in the upper middle board. X sent you there.",
        "O has to play in the upper middle board.",
    ]
    assert told(play(ultimate, *rest)) == [
        "O may play in any open board. The upper left board is won.",
        "Play in any open board. The upper left board is won.",
        "O may play in any open board. The upper left board is won.",
    ]


def test_who_plays_on_shared_boards_is_told_of_each_that_closes(notakto: Game, alice: Player):
    assert state(notakto, alice)["where"] == ""
    game = play(notakto, *cells(NOTAKTO, "e2 f3 d2 f2"))
    assert state(game, alice)["where"] == "The middle board is closed. 2 boards are left."


def test_a_drawing_shows_the_boards_as_they_were_at_each_ply(ultimate: Game):
    snapshot = snapshots.take(play(ultimate, *cells(ULTIMATE, X_WINS_A_BOARD)))
    before, after = (describe_game(snapshot, ply).small_boards for ply in (4, 5))
    assert [small.number for small in before if small.is_target] == [0]
    assert [small.number for small in before if small.is_open] == [0]
    assert before[0].label == "Upper left board, play here"
    assert (after[0].mark, after[0].label) == ("X", "Upper left board, won by X")
    assert [small.number for small in after if small.is_open] == list(range(1, 9))


def test_both_make_the_same_mark_and_are_called_by_who_began(notakto: Game):
    snapshot = snapshots.take(play(notakto, *cells(NOTAKTO, "a3 b3 c3 d3")))
    drawn = describe_game(snapshot)
    assert {cell.mark for cell in drawn.marked} == {"X"}
    assert drawn.cells[0].label == "a 3, X"
    assert drawn.sides == {"X": "First", "O": "Second"}
    assert [cell.mark for cell in history(snapshot)] == ["X", "O", "X", "O"]
    left, *others = drawn.small_boards
    assert (left.label, left.mark, left.is_open) == ("Left board, closed", "", False)
    assert left.strike
    assert all(small.is_open and not small.strike for small in others)


def test_of_several_boards_the_last_that_was_closed_has_the_line_that_ends_the_game(notakto: Game):
    moves = ["g3", "h3", "i3", "d3", "e3", "f3", "a3", "b3", "c3"]
    told = state(play(notakto, *cells(NOTAKTO, " ".join(moves))))
    assert told["outcome"]["line"] == told["end"]["cells"] == [0, 1, 2]
    assert told["closed"][0]["strike"].startswith("M")
    assert [closed["board"] for closed in told["closed"]] == [2, 1, 0]
    moves = [*moves[6:], *moves[:6]]
    again = describe(play_moves(Board(NOTAKTO), cells(NOTAKTO, " ".join(moves))))
    assert [small.is_closed for small in again.small_boards] == [True] * 3


def test_groups_of_cells_are_named_by_place_and_state():
    board = play_moves(Board(ULTIMATE), cells(ULTIMATE, X_WINS_A_BOARD))
    page = render_to_string("web/_board.html", {"drawing": describe(board)})
    assert page.count('role="group"') == 10
    assert 'aria-label="Upper left board, won by X"' in page
    full = Drawing(
        Board(ULTIMATE), closed=[{"board": 0, "mark": "", "ply": 0, "line": [], "strike": ""}]
    )
    assert full.small_boards[0].label == "Upper left board, full"


def test_who_may_play_is_told_where_each_move_sends_the_other():
    board = play_moves(Board(ULTIMATE), cells(ULTIMATE, X_WINS_A_BOARD))
    page = render_to_string("web/_board.html", {"drawing": describe(board, seen_by=board.turn)})
    assert 'aria-label="f 9, empty. It sends X to the upper right board"' in page
    assert 'aria-label="d 8, empty. It sends X to the middle left board"' in page
    assert 'aria-label="g 6, empty. X may then play anywhere"' in page
    assert 'aria-label="a 8, empty"' in page
    assert 'aria-label="e 9, empty"' in page  # a move there may close the board to which it leads
    assert page.count(", play here") == 8
    assert "It sends" not in render_to_string(
        "web/_board.html", {"drawing": describe(board, seen_by="")}
    )
