from __future__ import annotations

import pytest

from games import services
from games.engine import Mark
from games.models import Game, Player
from games.presentation import snapshots, wording
from tests.playing import DRAW, O_WINS, X_WINS, play, think

pytestmark = pytest.mark.django_db


def said(game: Game, *you: str) -> str:
    return wording.status(snapshots.summary(game), you)


def test_while_it_waits(invitation: Game):
    assert said(invitation, "X") == "Waiting for your friend to join"
    assert said(invitation) == "Waiting for a second player"


def test_while_it_is_played(game: Game):
    assert said(game, "X") == "Your turn"
    assert said(game, "O") == "Waiting for Alice"
    assert said(game) == "Alice to move"


def test_against_the_computer(alice: Player, computer: Player):
    game = services.create_game(host=alice, mark=Mark.O, guest=computer)
    assert said(game, "O") == "The computer is thinking"
    assert said(services.resign(game.pk, alice.pk), "O") == "The computer wins. You resigned."


def test_on_a_shared_screen(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice)
    assert said(game, "X", "O") == "Player 1 to move"
    assert said(play(game, *O_WINS), "X", "O") == "Player 2 wins. Three in a row."


def test_when_a_line_wins(game: Game):
    game = play(game, *X_WINS)
    assert said(game, "X") == "You win! Three in a row."
    assert said(game, "O") == said(game) == "Alice wins. Three in a row."


def test_when_the_board_is_full(game: Game):
    assert said(play(game, *DRAW), "X") == "It's a draw. The board is full."


def test_when_the_game_goes_on_in_a_rematch(game: Game, bob: Player):
    services.rematch(play(game, *X_WINS).pk, bob.pk)
    state = snapshots.state_for(Game.objects.with_players().get(pk=game.pk), bob.pk)
    assert state["words"] == "Alice wins. Three in a row. The rematch is on."


def test_when_somebody_resigns(game: Game, bob: Player):
    game = services.resign(game.pk, bob.pk)
    assert said(game, "X") == "You win! Bob resigned."
    assert said(game, "O") == "Alice wins. You resigned."
    assert said(game) == "Alice wins. Bob resigned."


def test_when_a_game_is_closed(invitation: Game, alice: Player):
    closed = services.withdraw(invitation.pk, alice.pk)
    assert said(closed, "X") == said(closed) == "This invitation was withdrawn."


def test_when_time_runs_out(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, control="5s")
    think(play(game, 0, 4, 8), 10)
    game = services.bring_up_to_date(game.pk)
    assert said(game, "X") == "You win! Bob ran out of time."
    assert said(game, "O") == "Alice wins. You ran out of time."
    assert said(game) == "Alice wins. Bob ran out of time."


def test_when_a_series_is_decided(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, best_of=3)
    game = services.resign(services.rematch(play(game, *X_WINS).pk, bob.pk).pk, bob.pk)
    assert said(game, "X") == "Alice wins. You resigned. Alice wins the match, 2 to 0."
    assert said(game, "O") == "You win! Bob resigned. You win the match, 2 to 0."
    assert said(game) == "Alice wins. Bob resigned. Alice wins the match, 2 to 0."


def test_when_a_series_is_decided_by_a_draw(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, best_of=3)
    for ending in (X_WINS, X_WINS, DRAW):
        game = play(game, *ending)
        following = services.rematch(game.pk, bob.pk)
        decided, game = game, following
    assert said(decided, "X") == "It's a draw. The board is full. The match is drawn, 1 to 1."


def test_when_a_series_against_the_computer_is_decided(alice: Player, computer: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer, best_of=3)
    services.resign(game.pk, alice.pk)
    game = services.resign(services.rematch(game.pk, alice.pk).pk, alice.pk)
    assert said(game, "O") == (
        "The computer wins. You resigned. The computer wins the match, 2 to 0."
    )
