"""Games in which the computer moves, with pages at them that go on asking while a server fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.server import Server
from tests.server_games import COOKIE, connect_socket, run
from tests.site.rooms import receive

# Seconds between pings. With a move and a question after each, these are not too many messages.
PAUSE = 0.8

# On 3x3 a thread searches for the computer's moves, on 4x4 a process does.
CREATE = (
    COOKIE
    + """
import json
from games.play import services
from games.ai.computer_players import COMPUTER_PLAYERS
from games.engine import Mark, Variant
from games.models import Player

def against_a_person(player, variant):
    easy = Player.objects.of_level(COMPUTER_PLAYERS["easy"])
    return services.create_game(host=player, mark=Mark.X, guest=easy, variant=variant)

def exhibition(player, variant):
    random = COMPUTER_PLAYERS["random"]
    return services.start_exhibition(player, x=random, o=random, variant=variant, pace=500)

def start(kind, size):
    player = Player.objects.create(name="X")
    return kind(player, Variant(size, size, size)).pk, cookie(player)

kinds = against_a_person, exhibition
print(json.dumps([start(kind, size) for kind in kinds for size in (3, 4, 4)]))
"""
)


class Page:
    """A page of a game, which moves when it is its turn."""

    def __init__(self, socket: ClientConnection, game_id: str) -> None:
        self.game_id = game_id
        self.socket = socket
        self.state: dict[str, Any] = {"version": 0, "ply": 0, "status": "playing", "you": []}
        self.records: list[list[int]] = []  # the moves of each state
        self.refusals = 0

    async def play_to_the_end(self) -> None:
        while self.state["status"] == "playing":
            if self.state["you"] and self.state["turn"] in self.state["you"]:
                ply, cell = self.state["ply"], self.state["cells"].index(".")
                await self._request("move", id=f"m{ply}", ply=ply, cell=cell)
            answer = await self._request("ping", id="p", visible=True)
            if answer.get("version", 0) > self.state["version"]:
                await self.socket.send(json.dumps({"type": "sync", "id": "s"}))
            await asyncio.sleep(PAUSE)

    async def _request(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a message, and return its answer; keep what comes before it."""
        await self.socket.send(json.dumps({"type": type, **fields}))
        while (message := await receive(self.socket)).get("id") != fields["id"]:
            self._keep(message)
        self._keep(message)
        return message

    def _keep(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state" if message["version"] > self.state["version"]:
                self.state = message
                self.records.append(message["moves"])
            case "no":
                assert message["code"] == "not_saved"
                self.refusals += 1


class ComputerGames:
    """Games under way, and all pages at them."""

    def __init__(self, pages: list[Page]) -> None:
        self.pages = pages
        self._playing = [asyncio.create_task(page.play_to_the_end()) for page in pages]

    @property
    def plies(self) -> int:
        return sum(page.state["ply"] for page in self.pages)

    @property
    def refusals(self) -> int:
        return sum(page.refusals for page in self.pages)

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition is true, or all games are over; a page's error is raised."""
        playing = {*self._playing}
        while playing and not condition():
            done, playing = await asyncio.wait(playing, timeout=0.02)
            for task in done:
                task.result()

    async def finish(self) -> None:
        await asyncio.gather(*self._playing)

    async def close(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*(page.socket.close() for page in self.pages))


@asynccontextmanager
async def play_computer_games(*servers: Server) -> AsyncIterator[ComputerGames]:
    """Start games; their players are at the first server, and spectators at each of the others."""
    first, *others = servers
    made = await asyncio.to_thread(run, CREATE, first.data, **first.environment)
    places = [
        (game_id, server, cookie if server is first else "")
        for game_id, cookie in made
        for server in (first, *others)
    ]
    games = ComputerGames(
        [
            Page(await connect_socket(server, game_id, cookie), game_id)
            for game_id, server, cookie in places
        ]
    )
    try:
        yield games
    finally:
        await games.close()
