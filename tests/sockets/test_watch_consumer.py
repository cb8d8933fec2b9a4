from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async as database
from channels.layers import get_channel_layer

from games.bus import broadcast
from games.models import Game
from games.sockets import live_games
from tests.playing import X_WINS, create_game, play
from tests.sockets.sockets import HEADERS, Socket, opened
from tictactoe_site.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)


class WatchSocket(Socket):
    def __init__(self) -> None:
        super().__init__(application, "/ws/watch/", headers=HEADERS)

    async def receive(self) -> dict[str, Any]:
        return await self.receive_json_from(timeout=live_games.READ_EVERY - 1)


@asynccontextmanager
async def connected():
    socket = WatchSocket()
    async with opened(socket):
        yield socket


async def test_a_watcher_sees_a_move(game: Game):
    async with connected() as socket, connected() as other:
        for watcher in (socket, other):
            first = await watcher.receive()
            assert (first["type"], first["shown"]) == ("games", [game.pk])
            assert first["changed"][0]["cells"] == "........."
        await database(play)(game, 4)
        for watcher in (socket, other):
            # The state before the move may be sent once more.
            while (message := await watcher.receive())["changed"][0]["cells"] == ".........":
                continue
            assert message["shown"] == [game.pk]
            assert [(g["cells"], g["line"]) for g in message["changed"]] == [
                ("....X....", "Classic · X b2")
            ]


async def test_many_moves_are_few_messages(game: Game):
    async with connected() as socket:
        await socket.receive()
        await database(play)(game, *X_WINS)
        message = await socket.receive()
        frames = 1
        while message["changed"][0]["status"] != "finished":
            message, frames = await socket.receive(), frames + 1
        assert frames < len(X_WINS)
        assert message["words"] == "0 games on now"  # though the result is still shown


async def test_only_changes_are_sent(game: Game, alice, bob):
    other = await database(create_game)(bob, alice)
    async with connected() as socket:
        assert len((await socket.receive())["changed"]) == 2
        await database(play)(game, 4)
        message = await socket.receive()
        assert set(message["shown"]) == {game.pk, other.pk}
        assert [changed["id"] for changed in message["changed"]] == [game.pk]


async def test_a_game_that_is_removed_goes(game: Game):
    async with connected() as socket:
        await socket.receive()
        await database(game.delete)()
        await get_channel_layer().group_send(broadcast.WATCH_GROUP, {"type": "games.changed"})
        message = await socket.receive()
        assert (message["shown"], message["changed"]) == ([], [])


async def test_a_late_watcher_gets_all_games(game: Game):
    async with connected() as socket:
        await socket.receive()
        await database(play)(game, 4)
        await socket.receive()
        async with connected() as late:
            assert (await late.receive())["changed"][0]["cells"] == "....X...."
        assert (await socket.request("sync"))["changed"][0]["cells"] == "....X...."
        await database(play)(game, 0)
        assert (await socket.receive())["changed"][0]["ply"] == 2


async def test_what_does_not_belong_here_is_refused(game: Game):
    async with connected() as socket:
        await socket.receive()
        for frame, code in (("hello", "not_json"), ('{"type": "resign", "id": "k"}', "not_here")):
            await socket.send_to(text_data=frame)
            answer = await socket.receive()
            assert (answer["type"], answer["code"], answer["state"]) == ("no", code, None)
            assert (await socket.request("ping"))["type"] == "pong"
