"""Many games at once, and a server that is killed in the middle of them."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from channels.db import database_sync_to_async
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from tests.playing import DRAW, X_WINS
from tests.server import Server, open_database
from tests.server_games import create_games, open_both
from tests.sockets.sockets import GameSocket, connected


async def play_out(cells: tuple[int, ...], room: list[GameSocket]) -> None:
    """Play the cells in turn. In each turn both players send a move; one of them is refused."""
    for ply, cell in enumerate(cells):
        for socket in room:
            await socket.send_json_to({"type": "move", "id": "k", "ply": ply, "cell": cell})
        await asyncio.gather(*(socket.receive_ply(ply + 1) for socket in room))


@pytest.mark.django_db(transaction=True)
async def test_many_games_at_once_end_as_they_were_played():
    pairs = [(await Player.objects.acreate(), await Player.objects.acreate()) for _ in range(20)]
    create = database_sync_to_async(services.create_game)
    games = [await create(host=x, mark=Mark.X, guest=o) for x, o in pairs]
    played = [DRAW if number % 2 else X_WINS for number in range(20)]
    async with AsyncExitStack() as stack:
        rooms = [
            [await stack.enter_async_context(connected(game, player)) for player in pair]
            for game, pair in zip(games, pairs, strict=True)
        ]
        await asyncio.gather(*map(play_out, played, rooms))
        for cells, room in zip(played, rooms, strict=True):
            assert [socket.state["moves"] for socket in room] == [list(cells)] * 2
    for game, cells in zip(games, played, strict=True):
        assert [move.cell async for move in game.moves.all()] == list(cells)
        stored = await Game.objects.aget(pk=game.pk)
        assert (stored.status, stored.ply, stored.version) == (
            "finished",
            len(cells),
            len(cells) + 1,
        )


class ConfirmedMoves:
    """Counts the moves of each game that the server has confirmed."""

    def __init__(self, enough: int) -> None:
        self.moves: dict[str, int] = {}
        self.is_enough = asyncio.Event()
        self._enough = enough

    def note(self, game_id: str) -> None:
        self.moves[game_id] = self.moves.get(game_id, 0) + 1
        if sum(self.moves.values()) >= self._enough:
            self.is_enough.set()


async def play_until_the_end(
    sockets: list[ClientConnection], game_id: str, confirmed: ConfirmedMoves
):
    with suppress(ConnectionClosed):
        for ply, cell in enumerate(DRAW):
            message = {"type": "move", "id": f"m{ply}", "ply": ply, "cell": cell}
            await sockets[ply % 2].send(json.dumps(message))
            while json.loads(await sockets[ply % 2].recv())["type"] != "ok":
                continue
            confirmed.note(game_id)


async def test_a_crash_loses_no_confirmed_move(tmp_path: Path):
    with Server(tmp_path) as server:
        games = create_games(tmp_path, 20)
        rooms = [await open_both(server, seats) for seats in games]
        confirmed = ConfirmedMoves(enough=60)
        playing = [
            asyncio.create_task(play_until_the_end(room, seats.game_id, confirmed))
            for room, seats in zip(rooms, games, strict=True)
        ]
        await confirmed.is_enough.wait()
        server.kill()
        await asyncio.gather(*playing)
        await asyncio.gather(*(socket.close() for room in rooms for socket in room))
    with open_database(tmp_path) as database:
        for game_id, moves in confirmed.moves.items():
            of_game = "FROM games_move WHERE game_id = ? ORDER BY ply"
            cells = [cell for (cell,) in database.execute(f"SELECT cell {of_game}", [game_id])]
            assert cells == list(DRAW[: len(cells)])
            assert len(cells) >= moves
