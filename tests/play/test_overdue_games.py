from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.play import errors, services
from tests.bus.batches import run_as_batch
from tests.playing import play, reload, use_time
from tests.timed_games import LONGER_THAN_ANY_CLOCK, is_lost_on_time, time_left


@pytest.fixture
def overdue_game(timed_game: Game) -> Game:
    play(timed_game, 0, 4)
    use_time(timed_game, LONGER_THAN_ANY_CLOCK)
    assert Game.objects.get(pk=timed_game.pk).status == Game.Status.PLAYING
    return timed_game


def get_page(game: Game) -> None:
    Client().get(game.get_absolute_url())


def get_json(game: Game) -> None:
    response = Client().get(game.get_absolute_url(), headers={"accept": "application/json"})
    assert response.json()["outcome"] == {"winner": "O", "reason": "time", "line": []}


@pytest.mark.parametrize("look", [get_page, get_json])
def test_it_is_stored_by_whoever_looks(overdue_game: Game, look: Callable[[Game], None]):
    version = reload(overdue_game).version
    look(overdue_game)
    look(overdue_game)
    assert is_lost_on_time(overdue_game)
    assert reload(overdue_game).version == version + 1
    assert time_left(overdue_game)["X"] == 0


def test_a_game_that_was_lost_while_the_server_was_off_for_weeks_is_lost_on_time(overdue_game):
    long_ago = timezone.now() - services.DOUBLE_CLICK * 100_000
    Game.objects.update(touched_at=long_ago, deadline_at=long_ago)
    services.close_stale_games()
    services.end_overdue_games()
    assert is_lost_on_time(overdue_game)


@pytest.mark.sqlite  # where calls share a transaction
@pytest.mark.django_db(transaction=True)
async def test_a_move_that_finds_it_overdue_ends_it_in_a_shared_transaction(overdue_game, alice):
    done, refused = await run_as_batch(
        lambda: "done",
        lambda: services.play_move(overdue_game.pk, alice.pk, ply=2, cell=8),
    )
    assert (done, type(refused)) == ("done", errors.GameOver)
    assert await sync_to_async(is_lost_on_time)(overdue_game)
