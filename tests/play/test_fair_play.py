"""While a duel has a position on its board, the site does not help with it."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from games.engine import BOARDS, Board, Mark, images, moves_to, play_moves, write_moves
from games.engine.presets import named
from games.models import Game, Player
from games.play import errors, services
from games.play.fair_play import require_no_duel
from games.study.puzzles import book
from games.study.puzzles import services as puzzles
from games.study.reviews.services import find_game_to_review
from tests.people.ratings.duels import lose, second_game, start_duel
from tests.playing import create_game, play, reload

pytestmark = pytest.mark.django_db

IN_DUEL = "Two people play this position in a duel just now."


@pytest.fixture
def duel(alice: Player, bob: Player) -> Game:
    return start_duel(alice, bob)


def after(board: Board, plies: int) -> Board:
    """Return a position so many moves later in which nobody has won."""
    for _ in range(plies):
        board = next(
            later for cell in board.legal_moves() if not (later := board.play(cell)).outcome()
        )
    return board


def test_its_position_and_four_plies_more_are_kept_however_they_are_turned(duel: Game):
    for look in images(duel.board):
        for plies in range(5):
            with pytest.raises(errors.InDuel) as refused:
                require_no_duel(after(look, plies))
            assert (refused.value.code, refused.value.http_status) == ("in_duel", 409)
    require_no_duel(after(duel.board, 5))
    require_no_duel(play_moves(Board(duel.variant), duel.record[:-1]))
    require_no_duel(after(Board(BOARDS["6x6"].variant), 4))


def test_nothing_is_kept_after_the_duel(duel: Game, alice: Player):
    lose(duel, alice)
    with pytest.raises(errors.InDuel):
        require_no_duel(duel.board)
    lose(second_game(duel), alice)
    require_no_duel(duel.board)


def test_nobody_plays_on_from_it(duel: Game, charlie: Player, computer: Player):
    terms = {"host": charlie, "mark": Mark.X, "variant": duel.variant}
    with pytest.raises(errors.InDuel):
        services.create_game(**terms, guest=computer, opening=duel.record)
    assert services.create_game(**terms, guest=computer)


def test_nobody_gets_a_hint_for_it(duel: Game, charlie: Player, computer: Player):
    game = create_game(charlie, computer, variant=duel.variant)
    moves = moves_to(images(duel.board)[1])
    game = play(game, *moves)
    with pytest.raises(errors.InDuel):
        services.find_game_for_hint(game.pk, charlie.pk, ply=game.ply)


def test_no_finished_game_that_came_through_it_is_looked_back_at(duel: Game, charlie, alice):
    game = create_game(charlie, charlie, variant=duel.variant)
    look = images(duel.board)[1]
    game = play(game, *moves_to(look), look.legal_moves()[0])
    services.resign(game.pk, charlie.pk)
    with pytest.raises(errors.InDuel):
        find_game_to_review(game.pk, charlie.pk)
    lose(duel, alice)
    lose(second_game(duel), alice)
    assert find_game_to_review(game.pk, charlie.pk) == reload(game)


def test_its_search_tree_is_not_shown(duel: Game, client: Client):
    board = named(duel.variant)
    assert board
    position = {"board": board.id, "moves": write_moves(duel.record, duel.variant)}
    on_the_way = {
        "board": board.id,
        "moves": write_moves(duel.record[:2], duel.variant),
        "path": write_moves(duel.record[2:], duel.variant),
    }
    for query in (position, on_the_way):
        response = client.get("/tree/", query)
        assert response.status_code == 409
        assert IN_DUEL in response.text


def test_a_puzzle_of_it_waits(duel: Game, charlie: Player):
    puzzle = next(each for each in book.all_puzzles().values() if each.variant == duel.variant)
    Game.objects.filter(pk=duel.pk).update(
        position=str(images(puzzle.board)[1]), ply=puzzle.board.ply
    )
    with pytest.raises(errors.InDuel):
        puzzles.show_puzzle(puzzle.id, charlie, today=date(2026, 11, 25))
