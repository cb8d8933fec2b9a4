"""The websocket of a game, as a client sees it."""

from __future__ import annotations

import json

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.bus import broadcast
from games.engine import Mark
from games.models import Game
from games.play import services
from games.play.limits import PACE
from games.presentation import snapshots
from tests.playing import X_WINS, play
from tests.sockets.failures import missing_table
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
            "Waiting for Alice",
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


async def test_a_second_tab_is_the_same_person(game, alice):
    async with connected(game, alice) as tab, connected(game, alice) as other:
        await tab.request("move", ply=0, cell=4)
        assert (await other.receive_ply(1))["you"] == ["X"]


async def test_who_moves_to_another_device_while_a_page_opens_only_watches_there(
    game, alice, monkeypatch
):
    secret = await database_sync_to_async(services.offer_transfer)(alice)
    layer, accept = get_channel_layer(), database_sync_to_async(services.accept_transfer)
    join = layer.group_add

    async def join_after_the_move(group: str, channel: str) -> None:
        if group == broadcast.player_group(alice.pk):
            await accept(secret)
        await join(group, channel)

    monkeypatch.setattr(layer, "group_add", join_after_the_move)
    async with connected(game, alice) as page:
        assert page.state["you"] == []
        assert (await page.request("move", ply=0, cell=4))["code"] == "not_your_game"


async def test_coming_back_shows_the_true_board(game, alice, bob):
    async with connected(game, bob) as o:
        async with connected(game, alice) as x:
            await x.request("move", ply=0, cell=4)
        await o.receive_ply(1)
        await o.request("move", ply=1, cell=0)
        async with connected(game, alice) as x:
            assert x.state["cells"] == "O...X...."
            assert x.state["you"] == ["X"]


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


async def test_leaving_changes_nothing(game, alice):
    before = await database_sync_to_async(snapshots.take)(game)
    async with connected(game, alice):
        pass
    game = await Game.objects.with_players().aget(pk=game.pk)
    assert await database_sync_to_async(snapshots.take)(game) == before


async def test_a_repeated_move_gets_the_same_answer_and_is_not_told_again(game, alice, bob):
    async with connected(game, alice) as x, connected(game, bob) as o:
        first = await x.request("move", ply=0, cell=4)
        await x.receive_ply(1)
        await o.receive_ply(1)
        assert await x.request("move", ply=0, cell=4) == first
        assert await o.has_no_message()


async def test_resign_and_rematch_reach_everyone(game, alice, bob):
    async with connected(game, alice) as x, connected(game, bob) as o:
        assert (await x.request("resign"))["type"] == "ok"
        assert (await o.receive())["outcome"]["reason"] == "resigned"
        await x.receive()
        assert (await o.request("rematch"))["type"] == "ok"
        following = (await x.receive())["next"]
        assert (await o.receive())["next"] == following
        assert (await x.request("rematch"))["type"] == "ok"
        assert await Game.objects.acount() == 2


async def test_the_computer_answers_everyone(alice, computer):
    game = await database_sync_to_async(services.create_game)(
        host=alice, mark=Mark.X, guest=computer
    )
    async with connected(game, alice) as x, connected(game, None) as watcher:
        await x.request("move", ply=0, cell=0)
        assert (await x.receive_ply(2))["cells"] == "X...O...."
        assert (await watcher.receive_ply(2))["ply"] == 2


@pytest.mark.parametrize("look", ["connect", "ping", "sync"])
async def test_a_reply_lost_in_a_crash_comes_when_anyone_looks(alice, computer, look):
    game = await database_sync_to_async(services.create_game)(
        host=alice, mark=Mark.X, guest=computer
    )
    if look == "connect":
        await database_sync_to_async(play)(game, 0)
    async with connected(game, None) as watcher:
        if look != "connect":
            await database_sync_to_async(play)(game, 0)
            await watcher.receive_ply(1)
            await watcher.send_json_to({"type": look, "id": "k", **PING.get(look, {})})
        assert (await watcher.receive_ply(2))["cells"] == "X...O...."


async def test_a_pong_tells_the_version_and_sync_the_state(game, alice):
    async with connected(game, alice) as x:
        assert await x.request("ping") == {"type": "pong", "id": "k", "version": 1}
        assert (await x.request("sync"))["version"] == 1


async def test_a_message_the_layer_lost_is_made_up_for(game, alice, bob):
    async with connected(game, bob) as o:
        layer = get_channel_layer()
        groups, layer.groups = layer.groups, {}
        await database_sync_to_async(play)(game, 4)
        layer.groups = groups
        pong = await o.request("ping")
        assert pong["version"] > o.state["version"]
        assert (await o.request("sync"))["cells"] == "....X...."


@pytest.mark.parametrize(
    ("who", "message", "code"),
    [
        ("alice", {"type": "move", "ply": 0, "cell": 9}, "no_such_cell"),
        ("alice", {"type": "move", "ply": 0, "cell": True}, "wrong_value"),
        ("alice", {"type": "move", "ply": 0, "cell": -1}, "wrong_value"),
        ("alice", {"type": "move", "ply": 0, "cell": 4, "mark": "O"}, "wrong_fields"),
        ("alice", {"type": "move", "ply": 7, "cell": 4}, "stale_move"),
        ("alice", {"type": "rematch"}, "not_over"),
        ("alice", {"type": "win"}, "unknown_type"),
        ("bob", {"type": "move", "ply": 0, "cell": 4}, "not_your_turn"),
        ("charlie", {"type": "move", "ply": 0, "cell": 4}, "not_your_game"),
        ("charlie", {"type": "resign"}, "not_your_game"),
    ],
)
async def test_it_refuses_with_a_code_words_and_the_true_state(
    request, game, alice, bob, charlie, who, message, code
):
    async with (
        connected(game, request.getfixturevalue(who)) as socket,
        connected(game, None) as watcher,
    ):
        answer = await socket.request(**message)
        assert (answer["type"], answer["id"], answer["code"]) == ("no", "k", code)
        assert answer["message"].endswith(".")
        timeless = socket.state.keys() - {"type", "claim_in"}
        assert {k: answer["state"][k] for k in timeless} == {k: socket.state[k] for k in timeless}
        assert (await socket.request("ping"))["type"] == "pong"
        assert await watcher.has_no_message()


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("hello", "not_json"),
        ("[1]", "not_an_object"),
        (json.dumps({"type": "ping", "id": "k", "pad": "x" * 2048}), "too_long"),
        (b"\x00\xff", "not_text"),
    ],
)
async def test_a_frame_that_is_no_message_leaves_the_socket_open(game, alice, frame, code):
    async with connected(game, alice) as x:
        if isinstance(frame, bytes):
            await x.send_to(bytes_data=frame)
        else:
            await x.send_to(text_data=frame)
        answer = await x.receive()
        assert (answer["type"], answer["id"], answer["code"]) == ("no", None, code)
        assert (await x.request("ping"))["type"] == "pong"


async def test_a_stranger_without_a_session_cannot_play(game):
    async with connected(game, None) as stranger:
        assert (await stranger.request("move", ply=0, cell=4))["code"] == "not_your_game"


async def test_who_is_too_fast_is_told_how_long_to_wait(game, alice):
    async with connected(game, alice) as x:
        for _ in range(PACE.amount):
            assert (await x.request("ping"))["type"] == "pong"
        answer = await x.request("move", ply=0, cell=4)
        assert answer["code"] == "too_fast"
        assert "seconds" in answer["message"]
    assert (await Game.objects.aget(pk=game.pk)).ply == 0


async def test_a_flood_closes_the_socket(game, alice):
    async with connected(game, alice) as x:
        for _ in range(2 * PACE.amount + 1):
            await x.send_json_to({"type": "ping", "id": "k", "visible": True})
        closed = {"type": "websocket.close", "code": 4008}
        while (message := await x.receive_output())["type"] == "websocket.send":
            continue
        assert {key: message[key] for key in closed} == closed


async def test_a_failure_of_ours_is_answered_and_keeps_the_socket(game, alice, caplog):
    async with connected(game, alice) as x:
        async with missing_table("games_move"):
            assert (await x.request("move", ply=0, cell=4))["code"] == "failed"
        assert (await x.request("move", ply=0, cell=4))["type"] == "ok"
    assert "games_move" in caplog.text


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


@pytest.mark.parametrize("path", ["/ws/g/NO SUCH/", "/ws/g/" + "a" * 200 + "/", "/ws/other/", "/"])
async def test_an_address_that_is_no_games_is_closed_in_good_order(path):
    socket = Socket(application, path, headers=HEADERS)
    is_accepted, _ = await socket.connect()
    assert is_accepted
    assert (await socket.receive_output())["code"] == 4001


@pytest.mark.parametrize(
    "origin",
    [b"http://evil.example", b"http://testserver:9999", b"http://localhost:8000", b"null", b""],
)
async def test_other_sites_cannot_connect(game, origin):
    headers = [HEADERS[0], (b"origin", origin)]
    socket = Socket(application, f"/ws/g/{game.pk}/", headers=headers)
    is_accepted, _ = await socket.connect()
    assert not is_accepted
