"""Moves that are taken back over the websocket."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async as database

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from tests.playing import play
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    """Alice plays X, Bob plays O, and moves may be taken back."""
    return services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)


async def test_both_see_who_asks_and_what_was_answered(game, alice, bob):
    await database(play)(game, 0, 4)
    async with connected(game, alice) as x, connected(game, bob) as o:
        assert (await x.request("undo", id="a", ply=2))["type"] == "ok"
        assert [(await b.receive())["undo"]["by"] for b in (x, o)] == ["X", "X"]
        assert (await o.request("decline", id="b", ply=2))["type"] == "ok"
        assert [(await b.receive())["undo"]["declined_to"] for b in (x, o)] == ["X", "X"]
        assert (await o.request("undo", id="c", ply=2))["code"] == "undo_declined"
        assert (await x.request("move", id="d", ply=2, cell=8))["type"] == "ok"
        assert (await o.receive_ply(3))["may_undo"]


async def test_a_late_repeat_over_the_socket_is_answered_and_not_played(game, alice, bob):
    async with connected(game, alice) as x, connected(game, bob) as o:
        messages = [
            (x, {"type": "move", "id": "a", "ply": 0, "cell": 4}),
            (x, {"type": "undo", "id": "b", "ply": 1}),
            (o, {"type": "undo", "id": "c", "ply": 1}),
        ]
        for socket, message in messages:
            assert (await socket.request(**message))["type"] == "ok"
            await x.receive(), await o.receive()
        for _ in range(2):
            for socket, message in messages:
                assert await socket.request(**message) == {
                    "type": "ok",
                    "id": message["id"],
                    "version": 4,
                }
        assert await x.has_no_message()
        assert await o.has_no_message()
    assert (await Game.objects.aget(pk=game.pk)).ply == 0


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "undo", "ply": 1}, "stale_move"),
        ({"type": "undo", "ply": 0}, "nothing_to_undo"),
        ({"type": "decline", "ply": 0}, "not_asked"),
        ({"type": "undo", "ply": "0"}, "wrong_value"),
        ({"type": "undo", "ply": None}, "wrong_value"),
        ({"type": "decline", "ply": -1}, "wrong_value"),
        ({"type": "undo"}, "wrong_fields"),
        ({"type": "decline", "ply": 0, "mark": "O"}, "wrong_fields"),
    ],
)
async def test_a_refusal_has_its_code_and_the_true_state(game, alice, message, code):
    async with connected(game, alice) as x:
        answer = await x.request(**message)
        assert (answer["type"], answer["code"], answer["state"]["ply"]) == ("no", code, 0)
