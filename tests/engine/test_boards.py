"""Games on each of the boards on offer: how they are started, played and described."""

from __future__ import annotations

import pytest
from django.test import Client

from games.ai.levels import LEVELS
from games.engine import CLASSIC, Mark, Variant
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.play import errors, services
from games.presentation import snapshots, wording
from tests.playing import play

pytestmark = pytest.mark.django_db


def start(alice: Player, variant: Variant) -> Game:
    return services.create_game(host=alice, mark=Mark.X, guest=alice, variant=variant)


def test_each_is_offered_with_its_name_and_its_rule(client: Client):
    page = client.get("/").content.decode()
    for board in BOARDS.values():
        assert board.name in page
        assert board.rule in page
        response = client.post("/g/", {"opponent": "device", "board": board.id})
        assert Game.objects.first().variant == board.variant
        assert board.rule in client.get(response["Location"]).content.decode()


def test_the_strongest_level_is_said_to_be_proven_only_where_it_is(client: Client):
    page = client.get("/").content.decode()
    assert page.count("It never loses on this board.") == 1
    champion = LEVELS["champion"]
    for board in BOARDS.values():
        is_said = f'value="{board.id}" data-proven' in page
        assert is_said is champion.is_unbeatable_on(board.variant)


def test_a_board_that_is_not_offered_makes_no_game(client: Client):
    assert client.post("/g/", {"opponent": "device", "board": "9x9"}).status_code == 400
    assert not Game.objects.exists()


def test_a_piece_that_would_hang_is_refused(alice: Player):
    game = start(alice, BOARDS["connect-four"].variant)
    with pytest.raises(errors.NotLowest):
        services.play_move(game.pk, alice.pk, ply=0, cell=3)


def test_completing_a_line_loses_in_misere(alice: Player, bob: Player):
    misere = BOARDS["misere"].variant
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, variant=misere)
    after = play(game, 0, 3, 1, 4, 2)
    assert (after.status, after.winner, after.reason) == ("finished", "O", "line")
    assert snapshots.state_for(after, alice.pk)["words"] == "Bob wins. You made three in a row."
    assert snapshots.state_for(after, bob.pk)["words"] == "You win! Alice made three in a row."


# Every line of 4 by 4 gets both marks before the last cells are taken.
DEAD = (0, 3, 1, 2, 4, 7, 6, 5, 11, 8, 10, 9, 13, 12)


def test_a_larger_board_is_drawn_as_soon_as_no_line_is_open(alice: Player):
    game = start(alice, BOARDS["4x4"].variant)
    for ply in range(len(DEAD) + 1):
        game = play(game, *DEAD[game.ply : ply])
        if game.is_over:
            break
    assert game.board.is_dead
    assert game.ply < 16
    assert (game.status, game.winner, game.reason) == ("finished", "", "dead")
    assert (
        snapshots.state_for(game, alice.pk)["words"] == "It's a draw. No line is left to anybody."
    )


def test_three_by_three_is_played_to_the_full_board(alice: Player):
    game = play(start(alice, CLASSIC), 0, 1, 2, 4, 3, 5, 7, 6)
    assert game.board.is_dead
    assert not game.is_over


def test_taking_back_is_usual_on_larger_boards_only(client: Client):
    for board, undo, allowed in [
        ("classic", "", False),
        ("4x4", "", True),
        ("4x4", "no", False),
        ("classic", "yes", True),
    ]:
        choices = {"opponent": "device", "board": board, "undo": undo}
        client.post("/g/", choices)
        assert Game.objects.first().allows_undo is allowed


def test_a_board_without_a_name_says_its_size_and_its_rule():
    assert wording.rule(Variant(4, 3, 3)) == "Three in a row wins, on 4 by 3."
    assert wording.rule(Variant(4, 3, 3, misere=True)) == "Three in a row loses, on 4 by 3."
    assert wording.board(Variant(4, 3, 3)) == "4 by 3"
