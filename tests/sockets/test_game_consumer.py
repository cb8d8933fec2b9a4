import json

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games import protocol
from games.bus import broadcast
from games.play.limits import PACE
from tests.playing import X_WINS, play
from tests.sockets.sockets import HEADERS, Socket, connected, open_socket
from tictactoe_site.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

PING = {"ping": {"visible": True}}


async def test_two_players_and_a_spectator_see_the_same_game(game, alice, bob, charlie):
    async with (
        connected(game, alice) as x,
        connected(game, bob) as o,
        connected(game, charlie) as watcher,
        connected(game, None) as stranger,
    ):
        everybody = (x, o, watcher, stranger)
        assert [b.state["you"] for b in everybody] == [["X"], ["O"], [], []]
        assert [b.state["words"] for b in everybody] == [
            "Your turn",
            "Alice's turn",
            "Alice to move",
            "Alice to move",
        ]
        for ply, cell in enumerate(X_WINS):
            player = o if ply % 2 else x
            answer = await player.request("move", ply=ply, cell=cell)
            assert answer == {"type": "ok", "id": "k", "version": ply + 2}
            states = [await socket.receive_ply(ply + 1) for socket in everybody]
            assert len({(s["version"], s["cells"]) for s in states}) == 1
        assert x.state["words"] == "You win! Three in a row."
        assert watcher.state["outcome"] == {"winner": "X", "reason": "line", "line": [0, 1, 2]}


async def test_a_move_between_joining_the_room_and_looking_is_not_missed(game, bob, monkeypatch):
    layer = get_channel_layer()
    join = layer.group_add

    async def play_and_join(group: str, channel: str) -> None:
        if group == broadcast.game_group(game.pk):
            await database_sync_to_async(play)(game, 4)
        await join(group, channel)

    monkeypatch.setattr(layer, "group_add", play_and_join)
    async with connected(game, bob) as o:
        assert o.state["cells"] == "....X...."


@pytest.mark.parametrize("look", ["connect", "ping", "sync"])
async def test_a_reply_lost_in_a_crash_comes_when_anyone_looks(computer_game, look):
    if look == "connect":
        await database_sync_to_async(play)(computer_game, 0)
    async with connected(computer_game, None) as watcher:
        if look != "connect":
            await database_sync_to_async(play)(computer_game, 0)
            await watcher.receive_ply(1)
            await watcher.send_json_to({"type": look, "id": "k", **PING.get(look, {})})
        assert (await watcher.receive_ply(2))["cells"] == "X...O...."


async def test_a_frame_that_is_no_message_leaves_the_socket_open(game, alice):
    too_long = json.dumps({"type": "ping", "id": "k", "pad": "x" * protocol.MAX_FRAME})
    async with connected(game, alice) as x:
        for frame, code in (
            ({"text_data": "hello"}, "not_json"),
            ({"text_data": too_long}, "too_long"),
            ({"bytes_data": b"\x00\xff"}, "not_text"),
        ):
            await x.send_to(**frame)
            answer = await x.receive()
            assert (answer["type"], answer["id"], answer["code"]) == ("no", None, code)
            assert (await x.request("ping"))["type"] == "pong"


async def test_a_flood_closes_the_socket(game, alice):
    async with connected(game, alice) as x:
        for _ in range(2 * PACE.amount + 1):
            await x.send_json_to({"type": "ping", "id": "k", "visible": True})
        closed = {"type": "websocket.close", "code": 4008}
        while (message := await x.receive_output())["type"] == "websocket.send":
            continue
        assert {key: message[key] for key in closed} == closed


async def test_an_unknown_game_is_said_and_closed():
    async with open_socket("nothing", None) as socket:
        answer = await socket.receive()
        assert (answer["type"], answer["code"], answer["state"]) == ("no", "no_such_game", None)
        assert (await socket.receive_output())["code"] == 4001


async def test_a_game_removed_under_ones_eyes_is_said_and_closed(game, alice):
    async with connected(game, alice) as x:
        await database_sync_to_async(game.delete)()
        assert (await x.request("move", ply=0, cell=4))["code"] == "no_such_game"
        assert (await x.receive_output())["code"] == 4001


async def test_an_address_that_is_no_games_is_closed_in_good_order():
    for path in ("/ws/g/NO SUCH/", "/ws/g/" + "a" * 200 + "/", "/ws/other/", "/"):
        socket = Socket(application, path, headers=HEADERS)
        is_accepted, _ = await socket.connect()
        assert is_accepted
        assert (await socket.receive_output())["code"] == 4001
