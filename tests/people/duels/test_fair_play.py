"""While a duel has a position on its board, the site does not help with it."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from games.ai.computer_players import LEVELS
from games.computer import replies
from games.engine import BOARDS, Board, images, moves_to, play_moves, write_moves
from games.engine.presets import named
from games.models import Game, Player
from games.people.duels.fair_play import InDuel
from games.play import services
from games.play.fair_play import require_help_allowed
from games.study.explorer.addresses import EXPLORED
from games.study.puzzles import book
from games.study.puzzles import services as puzzles
from games.study.reviews.services import find_game_to_review
from tests.people.duels.duels import lose, second_game, start_duel
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
            with pytest.raises(InDuel) as refused:
                require_help_allowed(after(look, plies))
            assert (refused.value.code, refused.value.http_status) == ("in_duel", 409)
    require_help_allowed(after(duel.board, 5))
    require_help_allowed(after(Board(BOARDS["6x6"].variant), 4))


def test_nothing_is_kept_after_the_duel(duel: Game, alice: Player):
    lose(duel, alice)
    with pytest.raises(InDuel):
        require_help_allowed(duel.board)
    lose(second_game(duel), alice)
    require_help_allowed(duel.board)


def test_no_search_looks_ahead_to_it(duel: Game):
    for plies in range(1, 4):
        for look in images(duel.board):
            before = play_moves(Board(duel.variant), moves_to(look)[:-plies])
            require_help_allowed(before, plies=plies - 1)
            with pytest.raises(InDuel):
                require_help_allowed(before, plies=plies)


def test_no_finished_game_that_came_through_it_is_looked_back_at(duel: Game, charlie, alice):
    game = create_game(charlie, charlie, variant=duel.variant)
    look = images(duel.board)[1]
    game = play(game, *moves_to(look), look.legal_moves()[0])
    services.resign(game.pk, charlie.pk)
    with pytest.raises(InDuel):
        find_game_to_review(game.pk)
    lose(duel, alice)
    lose(second_game(duel), alice)
    assert find_game_to_review(game.pk) == reload(game)


def test_its_search_tree_is_not_shown(duel: Game, client: Client):
    board = named(duel.variant)
    assert board
    position = {"board": board.id, "moves": write_moves(duel.record, duel.variant)}
    before = {"board": board.id, "moves": write_moves(duel.record[:-1], duel.variant)}
    for query in (position, before):
        response = client.get("/tree/", query)
        assert response.status_code == 409
        assert IN_DUEL in response.text
        for page in (f"/explore/{board.id}/", "/own-player/") if board.id in EXPLORED else ():
            response = client.get(page, query)
            assert response.status_code == 409
            assert IN_DUEL in response.text


def test_a_puzzle_of_it_waits(duel: Game, charlie: Player):
    puzzle = next(each for each in book.all_puzzles().values() if each.variant == duel.variant)
    Game.objects.filter(pk=duel.pk).update(
        position=str(images(puzzle.board)[1]), ply=puzzle.board.ply
    )
    with pytest.raises(InDuel):
        puzzles.show_puzzle(puzzle.id, charlie, today=date(2026, 11, 25))


@pytest.mark.django_db(transaction=True)
async def test_the_computer_answers_on_it_only_when_the_duel_has_gone_on(
    alice: Player, bob: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch
):
    asked: list[Board] = []

    def ask(board: Board) -> None:
        asked.append(board)
        require_help_allowed(board)

    monkeypatch.setattr(replies, "require_help_allowed", ask)
    monkeypatch.setattr(replies, "ASK_AGAIN", 0.01)
    duel = await database_sync_to_async(start_duel)(alice, bob)
    turned = images(duel.board)[1]
    game = await database_sync_to_async(services.create_game)(
        host=charlie,
        mark=turned.turn.opponent,
        guest=await database_sync_to_async(Player.objects.of_level)(LEVELS["easy"]),
        variant=duel.variant,
        opening=moves_to(turned),
    )
    answered = replies.start(game.pk)
    while len(asked) < 2:
        await asyncio.wait([answered], timeout=0.01)
    assert (await Game.objects.aget(pk=game.pk)).ply == duel.ply
    await database_sync_to_async(end_duel)(duel, alice)
    await answered
    assert (await Game.objects.aget(pk=game.pk)).ply == duel.ply + 1


def end_duel(duel: Game, loser: Player) -> None:
    lose(duel, loser)
    lose(second_game(duel), loser)
