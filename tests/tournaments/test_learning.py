import asyncio
from unittest.mock import AsyncMock

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.bus.db_queue import in_database
from games.engine import Board, play_moves
from games.models import Game
from games.play import services
from games.study.reviews import job
from games.study.reviews.analysis import review_move
from games.study.reviews.models import Review
from games.study.reviews.moves import ReviewedMove
from games.study.reviews.services import as_json
from games.tournaments import learning, matches
from games.tournaments.models import Tournament
from tests.playing import play
from tests.reviews import review_game
from tests.tournaments.tournaments import both_come, entrant, running, signed_in, started


@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        ((0, 3, 1, 4, 8), "win"),  # X could have won on c3
        ((0, 4, 1, 8), "block"),
        ((0, 1, 6, 3, 4), "found"),  # a fork by X
        ((0, 1, 6, 3, 4, 2, 8), ""),  # its win
        ((0, 4, 8, 2), "fork"),  # O takes a corner
        ((4, 0, 8, 2), ""),
    ],
)
def test_what_somebody_missed_or_allowed_is_told_from_the_review_of_the_move(moves, kind):
    board = play_moves(Board(), moves[:-1])
    assert learning.kind_of(ReviewedMove(board, as_json(review_move(board, moves[-1], 60)))) == kind


@pytest.mark.django_db
def test_who_has_most_to_learn_comes_first_and_the_most_missed_position_is_shown():
    tournament: Tournament = started(2)
    game = both_come(running(tournament)[0])
    game = play(game, 0, 4, 8, 2, 6, 1, 7)  # O took a corner against two corners
    review_game(game)
    found = learning.learning(tournament)
    assert found["totals"] == {"win": 0, "block": 0, "fork": 1, "found": 1}
    assert found["subject"] == "fork"
    allowed, made = found["tallies"]
    assert allowed["entrant"] == entrant(tournament, game.o)
    assert made["counts"] == {"win": 0, "block": 0, "fork": 0, "found": 1}
    assert found["without"] == [entrant(tournament, game.x)]
    [position] = found["positions"]
    assert position.position["moves"] == "a3-b2-c1"
    turned = learning.turning_point(game, entrant(tournament, game.o))
    assert turned.name == "c3"


@pytest.mark.django_db
def test_what_was_missed_is_a_worksheet_with_a_code_to_play_on_and_the_solution():
    tournament = started(2)
    game = play(both_come(running(tournament)[0]), 0, 4, 8, 2, 6, 1, 7)
    review_game(game)
    response = signed_in(tournament.host).get(f"/t/{tournament.pk}/worksheet/")
    [exercise] = response.context["exercises"]
    assert "From our games" in response.text
    assert exercise["answers"] == ["b3", "a2", "c2", "b1"]
    assert exercise["link"].endswith("/?board=classic&moves=a3-b2-c1")
    assert 'd="M0 0.5h7' in exercise["code"]  # its white edge is the page's


@pytest.mark.django_db(transaction=True)
async def test_after_the_broadcast_of_the_last_move_pairing_and_the_review_begin(monkeypatch):
    game, done = await database_sync_to_async(_nearly_won)(), []
    send = AsyncMock(side_effect=lambda group, message: done.append(message["type"]))
    monkeypatch.setattr(get_channel_layer(), "group_send", send)
    monkeypatch.setattr(matches, "pair", lambda code: done.append("pair"))
    await in_database(services.play_move, game.pk)(game.pk, game.x_id or 0, ply=4, cell=2)
    while not job.is_under_way(game.pk):
        await asyncio.sleep(0)
    await job._under_way[game.pk]
    assert (await Review.objects.aget()).is_complete
    assert done.index("game.changed") < done.index("pair")


def _nearly_won() -> Game:
    return play(both_come(running(started(2))[0]), 0, 3, 1, 4)
