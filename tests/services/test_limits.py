from __future__ import annotations

import pytest
from channels.db import database_sync_to_async as database

from games import services
from games.models import Game, Player
from games.services import errors, limits
from tests.realtime.test_consumers import looking

LIMITS = [(limits.GAMES, 10), (limits.JOINS, 20), (limits.REMATCHES, 6)]


def seconds(refusal: errors.Refused) -> int:
    """Return how long one is told to wait."""
    return int(refusal.message.split("Please wait ")[1].split(" second")[0])


@pytest.mark.parametrize(("what", "often"), LIMITS)
def test_a_person_is_told_how_long_to_wait(what: str, often: int):
    for _ in range(often):
        limits.count_person(what, 1)
    with pytest.raises(errors.TooMany) as caught:
        limits.count_person(what, 1)
    assert caught.value.code == "too_many"
    assert caught.value.message.startswith(f"That is a lot of {what}.")
    assert 0 < seconds(caught.value) <= 60


def test_one_person_holds_up_no_other_and_one_thing_no_other():
    for _ in range(6):
        limits.count_person(limits.REMATCHES, 1)
    limits.count_person(limits.REMATCHES, 11)
    limits.count_person(limits.GAMES, 1)


def test_what_is_refused_is_not_counted():
    for _ in range(10):
        limits.count_person(limits.GAMES, 1)
    waits = []
    for _ in range(50):
        with pytest.raises(errors.TooMany) as caught:
            limits.count_person(limits.GAMES, 1)
        waits.append(seconds(caught.value))
    assert max(waits) <= 60


def test_an_address_may_start_so_many_games():
    for _ in range(60):
        limits.count_address(limits.GAMES, "192.0.2.7")
    with pytest.raises(errors.TooMany):
        limits.count_address(limits.GAMES, "192.0.2.7")
    limits.count_address(limits.GAMES, "192.0.2.8")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", ""])
def test_the_machine_itself_may_start_as_many_as_it_likes(address: str):
    for _ in range(100):
        limits.count_address(limits.GAMES, address)


# Rematches


def rematches(game: Game, player: Player, count: int) -> Game:
    for _ in range(count):
        services.resign(game.pk, player.pk)
        game = services.rematch(game.pk, player.pk)
    return game


@pytest.mark.django_db(transaction=True)
def test_rematches_are_counted_once_each(game: Game, alice: Player, bob: Player):
    game = rematches(game, alice, 6)
    assert game.previous
    for _ in range(9):
        assert services.rematch(game.previous.pk, alice.pk) == game
    services.resign(game.pk, alice.pk)
    with pytest.raises(errors.TooMany):
        services.rematch(game.pk, alice.pk)
    assert Game.objects.count() == 7
    assert services.rematch(game.pk, bob.pk).x == game.o


@pytest.mark.django_db(transaction=True)
async def test_over_the_socket_the_refusal_comes_with_the_true_state(game, alice):
    game = await database(rematches)(game, alice, 6)
    await database(services.resign)(game.pk, alice.pk)
    async with looking(game, alice) as x:
        answer = await x.say("rematch")
        assert (answer["type"], answer["code"]) == ("no", "too_many")
        assert answer["state"]["next"] is None
