import pytest

from games.engine import Mark, Variant, read_moves
from games.engine.presets import BOARDS, Preset
from games.models import Game, Player
from games.play import services
from games.presentation import board_wording, snapshots, wording
from tests.people.lobby.seeks import find
from tests.playing import O_WINS, X_WINS, play, use_time

pytestmark = pytest.mark.django_db

WON_BY_C9 = "d1-b3-e7-f3-h9-f8-h5-f6-h8-d6-a7-c3-h7-e3-d7-a3-b8-e6-f7-g2-a4-d3"  # X is to win


MISERE, FOUR = Variant(3, 3, 3, misere=True), Variant(4, 4, 4)
DEAD = (0, 3, 1, 2, 4, 7, 6, 5, 11, 8, 10, 9, 13, 12)
ULTIMATE, NOTAKTO, NOTAKTO_3 = (BOARDS[id].variant for id in ("ultimate", "notakto", "notakto-3"))


def status_words(game: Game, *you: str) -> str:
    return wording.status(snapshots.summary(game), you)


def moves(names: str, variant: Variant) -> tuple[int, ...]:
    return read_moves(names, variant)


# The opponent of Alice, who begins; the terms; the moves; who resigns then, or the clock that runs
# out; and what she, the opponent, and others are told.
CASES = [
    ("bob", {}, (), "", "Your turn", "Alice's turn", "Alice to move"),
    (
        *("bob", {}, X_WINS, "", "You win! Three in a row."),
        *("X was faster. Three in a row.", "Alice wins. Three in a row."),
    ),
    (
        *("bob", {"variant": MISERE}, X_WINS, "", "O held out longer. You made three in a row."),
        *("You win! Alice made three in a row.", "Bob wins. Alice made three in a row."),
    ),
    (
        *("bob", {}, (), "O", "You win! Bob resigned."),
        *("You resigned.", "Alice wins. Bob resigned."),
    ),
    (
        *("bob", {"control": "5s"}, (0, 4, 8), "time", "You win! Bob ran out of time."),
        *("You ran out of time.", "Alice wins. Bob ran out of time."),
    ),
    ("computer", {}, (0,), "", "Computer's turn", None, None),
    ("computer", {}, (), "X", "You resigned.", None, "Computer wins. Alice resigned."),
    (
        *("computer", {}, X_WINS, "", "You win! You beat Champion in 3 moves."),
        *(None, "Alice wins. Three in a row."),
    ),
    ("computer", {}, O_WINS, "", "O was faster. Three in a row.", None, None),
    (
        *("computer", {"variant": MISERE}, X_WINS, ""),
        *("O held out longer. You made three in a row.", None, None),
    ),
    ("alice", {}, (), "", "Player 1 to move", None, None),
    ("alice", {}, O_WINS, "", "Player 2 wins. Three in a row.", None, None),
    ("alice", {"variant": FOUR}, DEAD, "", "It's a draw. No line is left to anybody.", None, None),
    (
        *("bob", {"variant": ULTIMATE}, moves(f"{WON_BY_C9}-c9", ULTIMATE), ""),
        *("You win! Three boards in a row.", None, None),
    ),
    (
        *("bob", {"variant": NOTAKTO}, moves("a3-b3-c3", NOTAKTO), ""),
        *("Bob held out longer. You made three in a row.", None, None),
    ),
    (
        *("bob", {"variant": NOTAKTO_3}, moves("a3-b3-c3-d3-e3-f3-g3-h3-i3", NOTAKTO_3), ""),
        *(
            "Bob held out longer. You closed the last board.",
            "You win! Alice closed the last board.",
            None,
        ),
    ),
]


@pytest.mark.parametrize(("opponent", "terms", "made", "end", "to_x", "to_o", "to_others"), CASES)
def test_how_a_game_stands(request, alice, opponent, terms, made, end, to_x, to_o, to_others):
    guest = request.getfixturevalue(opponent)
    game = play(services.create_game(host=alice, mark=Mark.X, guest=guest, **terms), *made)
    if end == "time":
        use_time(game, 10)
        game = services.bring_up_to_date(game.pk)
    elif end:
        game = services.resign(game.pk, alice.pk if end == "X" else guest.pk)
    assert status_words(game, *("XO" if guest == alice else "X")) == to_x
    assert to_o in (None, status_words(game, "O"))
    assert to_others in (None, status_words(game))


def test_while_it_waits(invitation: Game):
    assert status_words(invitation, "X") == "Waiting for your friend"
    assert status_words(invitation) == "Waiting for a second player"


@pytest.mark.parametrize(
    ("board", "praise"),
    [
        ("classic", "Nobody beats it on this board: that is the most there is."),
        ("6x6", "Few can hold it on this board."),
    ],
)
def test_to_hold_the_strongest_level_is_praised(alice, computer, board: str, praise: str):
    variant = BOARDS[board].variant
    game = services.create_game(host=alice, mark=Mark.X, guest=computer, variant=variant)
    game.status, game.reason = Game.Status.FINISHED, Game.Reason.FULL
    assert status_words(game, "X") == f"A draw with Champion! {praise}"
    assert status_words(game) == "It's a draw. The board is full."


def test_a_board_without_a_name_says_its_size_and_its_rule():
    assert board_wording.rule(Variant(4, 3, 3)) == "Three in a row wins, on 4 by 3."
    assert board_wording.rule(Variant(4, 3, 3, misere=True)) == "Three in a row loses, on 4 by 3."
    assert board_wording.board(Variant(4, 3, 3)) == "4 by 3"


def test_when_a_search_for_anybody_is_stopped(alice: Player):
    stopped = services.withdraw(find(alice).pk, alice.pk)
    assert status_words(stopped, "X") == "You stopped looking for somebody."
    assert status_words(stopped) == "Nobody waits here any more."


def test_when_a_series_is_decided(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, best_of=3)
    game = services.resign(services.rematch(play(game, *X_WINS).pk, bob.pk).pk, bob.pk)
    assert status_words(game, "X") == "Alice wins the match, 2 to 0. You resigned."
    assert status_words(game, "O") == "You win the match, 2 to 0. Bob resigned."
    assert status_words(game) == "Alice wins the match, 2 to 0. Bob resigned."


def test_why_nobody_wins_on_small_boards():
    ultimate = BOARDS["ultimate"].variant
    dead = board_wording.draw(ultimate, is_dead=True)
    assert dead == "No three boards in a row are left to anybody."
    assert board_wording.draw(ultimate, is_dead=False) == "Every board is closed."


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_every_board_has_a_goal_and_names_for_its_small_boards(board: Preset):
    variant = board.variant
    assert "%" not in board_wording.goal(variant)
    small = {board_wording.small_board(variant, number) for number in range(len(variant.boards))}
    assert len(small) == len(variant.boards)
