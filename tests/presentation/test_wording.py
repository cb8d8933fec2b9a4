from __future__ import annotations

import pytest

from games.engine import Mark, Variant, read_moves
from games.engine.presets import BOARDS, Preset
from games.models import Game, Player
from games.play import services
from games.presentation import board_wording, snapshots, wording
from tests.people.lobby.seeks import find
from tests.playing import DRAW, O_WINS, X_WINS, play, use_time

pytestmark = pytest.mark.django_db

WON_BY_C9 = "d1-b3-e7-f3-h9-f8-h5-f6-h8-d6-a7-c3-h7-e3-d7-a3-b8-e6-f7-g2-a4-d3"  # X is to win


def status_words(game: Game, *you: str) -> str:
    return wording.status(snapshots.summary(game), you)


def test_while_it_waits(invitation: Game):
    assert status_words(invitation, "X") == "Waiting for your friend to join"
    assert status_words(invitation) == "Waiting for a second player"


def test_while_it_is_played(game: Game):
    assert status_words(game, "X") == "Your turn"
    assert status_words(game, "O") == "Waiting for Alice"
    assert status_words(game) == "Alice to move"


def test_against_the_computer(alice: Player, computer: Player):
    game = services.create_game(host=alice, mark=Mark.O, guest=computer)
    assert status_words(game, "O") == "Computer's turn"
    resigned = services.resign(game.pk, alice.pk)
    assert status_words(resigned, "O") == "You lose. You resigned."
    assert status_words(resigned) == "Computer wins. Alice resigned."


def test_who_beats_a_level_is_told_how_fast(alice: Player, computer: Player):
    game = services.create_game(host=alice, mark=Mark.O, guest=computer)
    game = play(game, *O_WINS)
    assert status_words(game, "O") == "You win! You beat Champion in 3 moves."
    assert status_words(game) == "Alice wins. Three in a row."


def test_who_loses_to_a_line_of_the_computer_is_told_kindly(alice: Player, computer: Player):
    terms = {"host": alice, "mark": Mark.X, "guest": computer}
    lost = play(services.create_game(**terms), *O_WINS)
    assert status_words(lost, "X") == "O was faster. Three in a row."
    misere = services.create_game(**terms, variant=Variant(3, 3, 3, misere=True))
    assert status_words(play(misere, *X_WINS), "X") == "You lose. You made three in a row."


def test_on_a_shared_screen(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice)
    assert status_words(game, "X", "O") == "Player 1 to move"
    assert status_words(play(game, *O_WINS), "X", "O") == "Player 2 wins. Three in a row."


def test_when_a_line_wins(game: Game):
    game = play(game, *X_WINS)
    assert status_words(game, "X") == "You win! Three in a row."
    assert status_words(game, "O") == "You lose. Three in a row."
    assert status_words(game) == "Alice wins. Three in a row."


def test_when_a_line_loses(alice: Player, bob: Player):
    misere = Variant(3, 3, 3, misere=True)
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, variant=misere)
    game = play(game, *X_WINS)
    assert status_words(game, "X") == "You lose. You made three in a row."
    assert status_words(game, "O") == "You win! Alice made three in a row."


def test_when_no_line_is_open(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice, variant=Variant(4, 4, 4))
    game = play(game, *(0, 3, 1, 2, 4, 7, 6, 5, 11, 8, 10, 9, 13, 12))
    assert status_words(game, "X", "O") == "It's a draw. No line is left to anybody."


@pytest.mark.parametrize(
    ("board", "praise"),
    [
        ("classic", "Nobody beats it on this board: that is the most there is."),
        ("6x6", "Few can hold it on this board."),
    ],
)
def test_to_hold_the_strongest_level_is_praised(
    alice: Player, computer: Player, board: str, praise: str
):
    variant = BOARDS[board].variant
    game = services.create_game(host=alice, mark=Mark.X, guest=computer, variant=variant)
    game.status, game.reason = Game.Status.FINISHED, Game.Reason.FULL
    assert status_words(game, "X") == f"A draw with Champion! {praise}"
    assert status_words(game) == "It's a draw. The board is full."


def test_a_board_without_a_name_says_its_size_and_its_rule():
    assert board_wording.rule(Variant(4, 3, 3)) == "Three in a row wins, on 4 by 3."
    assert board_wording.rule(Variant(4, 3, 3, misere=True)) == "Three in a row loses, on 4 by 3."
    assert board_wording.board(Variant(4, 3, 3)) == "4 by 3"


def test_when_somebody_resigns(game: Game, bob: Player):
    game = services.resign(game.pk, bob.pk)
    assert status_words(game, "X") == "You win! Bob resigned."
    assert status_words(game, "O") == "You lose. You resigned."
    assert status_words(game) == "Alice wins. Bob resigned."


def test_when_a_game_is_closed(invitation: Game, alice: Player):
    closed = services.withdraw(invitation.pk, alice.pk)
    assert status_words(closed, "X") == status_words(closed) == "This invitation was withdrawn."


def test_when_a_search_for_anybody_is_stopped(alice: Player):
    stopped = services.withdraw(find(alice).pk, alice.pk)
    assert status_words(stopped, "X") == "You stopped looking for somebody."
    assert status_words(stopped) == "Nobody waits here any more."


def test_when_time_runs_out(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, control="5s")
    use_time(play(game, 0, 4, 8), 10)
    game = services.bring_up_to_date(game.pk)
    assert status_words(game, "X") == "You win! Bob ran out of time."
    assert status_words(game, "O") == "You lose. You ran out of time."
    assert status_words(game) == "Alice wins. Bob ran out of time."


def test_when_a_series_is_decided(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, best_of=3)
    game = services.resign(services.rematch(play(game, *X_WINS).pk, bob.pk).pk, bob.pk)
    assert status_words(game, "X") == "Alice wins the match, 2 to 0. You resigned."
    assert status_words(game, "O") == "You win the match, 2 to 0. Bob resigned."
    assert status_words(game) == "Alice wins the match, 2 to 0. Bob resigned."


def test_when_a_series_is_decided_by_a_draw(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, best_of=3)
    for ending in (X_WINS, X_WINS, DRAW):
        game = play(game, *ending)
        following = services.rematch(game.pk, bob.pk)
        decided, game = game, following
    assert status_words(decided, "X") == "The match is drawn, 1 to 1. The board is full."


def test_when_a_series_against_the_computer_is_decided(alice: Player, computer: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer, best_of=3)
    services.resign(game.pk, alice.pk)
    game = services.resign(services.rematch(game.pk, alice.pk).pk, alice.pk)
    assert status_words(game, "O") == ("The computer wins the match, 2 to 0. You resigned.")


def test_when_small_boards_end_a_game(alice: Player, bob: Player):
    def finished(board: str, moves: str) -> Game:
        variant = BOARDS[board].variant
        game = services.create_game(host=alice, mark=Mark.X, guest=bob, variant=variant)
        return play(game, *read_moves(moves, variant))

    game = finished("ultimate", f"{WON_BY_C9}-c9")
    assert status_words(game, "X") == "You win! Three boards in a row."
    one = finished("notakto", "a3-b3-c3")
    assert status_words(one, "X") == "You lose. You made three in a row."
    three = finished("notakto-3", "a3-b3-c3-d3-e3-f3-g3-h3-i3")
    assert status_words(three, "X") == "You lose. You closed the last board."
    assert status_words(three, "O") == "You win! Alice closed the last board."


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
