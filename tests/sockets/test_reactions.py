from __future__ import annotations

import pytest
from channels.db import database_sync_to_async as database

from games import protocol
from games.models import Game, Player
from games.play import errors, services
from games.presentation import wording
from tests.playing import play
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)


def test_each_has_its_words():
    assert tuple(wording.REACTIONS) == protocol.REACTIONS


def test_two_are_welcome_between_moves(game: Game, alice: Player, bob: Player):
    for message in ("a", "b"):
        services.react(game.pk, alice.pk, reaction="nice", message_id=message)
    with pytest.raises(errors.TooManyReactions):
        services.react(game.pk, alice.pk, reaction="nice", message_id="c")
    services.react(game.pk, bob.pk, reaction="wow", message_id="a")
    play(game, 4)
    services.react(game.pk, alice.pk, reaction="oops", message_id="d")


async def test_the_room_sees_whose_it_is(game: Game, alice: Player, bob: Player):
    async with (
        connected(game, alice) as x,
        connected(game, bob) as o,
        connected(game, None) as watcher,
    ):
        answer = await o.request("react", id="r", reaction="thanks")
        assert answer == {"type": "ok", "id": "r", "version": 1}
        for socket in (x, o, watcher):
            message = await socket.receive()
            assert message == {"type": "reaction", "mark": "O", "reaction": "thanks"}


async def test_sent_again_it_is_answered_the_same_and_shown_once(game, alice, bob):
    async with connected(game, alice) as x, connected(game, bob) as o:
        first = await x.request("react", id="r", reaction="wow")
        assert (await x.receive())["type"] == (await o.receive())["type"] == "reaction"
        assert await x.request("react", id="r", reaction="wow") == first
        assert await o.has_no_message()
        assert (await x.request("react", id="s", reaction="wow"))["type"] == "ok"
        await database(play)(game, 4)
        await x.receive_ply(1)
        assert (await x.request("react", id="r", reaction="wow"))["type"] == "ok"
        assert await x.has_no_message()
