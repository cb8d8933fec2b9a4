"""Games in which the computer moves, with pages at them that go on asking while a server fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tests.game_pages import Page
from tests.server import Server
from tests.server_games import COOKIE, run

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


async def play_to_the_end(page: Page) -> None:
    """Move when it is this page's turn, and ask for what it has missed, until the game is over."""
    while page.state["status"] == "playing":
        if page.state["you"] and page.state["turn"] in page.state["you"]:
            ply, cell = page.state["ply"], page.state["cells"].index(".")
            await page.request("move", id=f"m{ply}", ply=ply, cell=cell)
        answer = await page.request("ping", id="p", visible=True)
        if answer.get("version", 0) > page.state["version"]:
            await page.send(type="sync", id="s")
        await asyncio.sleep(PAUSE)
    assert {*page.refusals} <= {"not_saved"}


class ComputerGames:
    """Games under way, and all pages at them."""

    def __init__(self, pages: list[Page]) -> None:
        self.pages = pages
        self._playing = [asyncio.create_task(play_to_the_end(page)) for page in pages]

    @property
    def plies(self) -> int:
        return sum(page.state["ply"] for page in self.pages)

    @property
    def refusals(self) -> int:
        return sum(len(page.refusals) for page in self.pages)

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition is true, or all games are over; a page's error is raised."""
        playing = {*self._playing}
        while playing and not condition():
            done, playing = await asyncio.wait(playing, timeout=0.02)
            for task in done:
                task.result()

    async def finish(self) -> None:
        await asyncio.gather(*self._playing)

    def close(self) -> None:
        for task in self._playing:
            task.cancel()
        for page in self.pages:
            page.close()


@asynccontextmanager
async def play_computer_games(*servers: Server) -> AsyncIterator[ComputerGames]:
    """Start games; their players are at the first server, and spectators at each of the others."""
    first, *others = servers
    made = await asyncio.to_thread(run, CREATE, first.data, **first.environment)
    pages = [
        Page(game_id, cookie if server is first else "", server)
        for game_id, cookie in made
        for server in (first, *others)
    ]
    for page in pages:
        await page.open()
    games = ComputerGames(pages)
    try:
        yield games
    finally:
        games.close()
