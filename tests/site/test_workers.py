"""The processes that search, as the real server starts and ends them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGINT, SIGKILL, SIGTERM
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.processes import are_gone, children, held, until
from tests.server import Server, manage

CODE = """
from games import services
from games.ai.levels import LEVELS
from games.engine import Mark, Variant
from games.models import Player

def play(name, board, level):
    guest = Player.objects.of_level(LEVELS[level])
    person = Player.objects.create(name=name)
    game = services.create_game(
        host=person, mark=Mark.O, guest=guest, variant=Variant.parse(board)
    )
    print(game.pk)

play("Ada", "3x3x3", "champion")
play("Bea", "5x5x4", "easy")
for name in ("Cleo", "Dan", "Eve"):
    play(name, "6x6x4", "champion")
"""


class Site:
    """A server, and games on boards of three sizes in which the computer has to begin."""

    def __init__(self, server: Server, games: list[str]) -> None:
        self.server = server
        self.small, self.large, *self.hard = games

    def workers(self) -> list[int]:
        assert self.server.process
        return children(self.server.process.pid)

    def look(self, game: str) -> dict[str, Any]:
        """Look at a game, which lets the computer move."""
        address = f"{self.server.url}g/{game}/"
        request = Request(address, headers={"Accept": "application/json"})  # noqa: S310
        with urlopen(request) as response:  # noqa: S310 - our own server
            return json.load(response)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Server(tmp_path) as server:
        status, output = manage("shell", "--no-imports", "-c", CODE, data=tmp_path)
        assert status == 0, output
        yield Site(server, output.split())


@pytest.fixture
def aside() -> Iterator[ThreadPoolExecutor]:
    """Do something that may take long, or come to nothing when the server ends."""
    with ThreadPoolExecutor() as threads:
        yield threads


def test_there_are_none_before_they_are_needed_and_while_all_are_busy_another_room_plays(
    site: Site, aside: ThreadPoolExecutor
):
    assert site.look(site.small)["ply"] == 1
    assert site.workers() == []
    assert site.look(site.large)["ply"] == 1
    # However many there may be, those who ask one after the other need only one.
    [worker] = site.workers()
    with held([worker]):
        waiting = aside.submit(site.look, site.hard[0])
        assert site.look(site.small)["ply"] == 1
        assert waiting.result()["words"] == "The computer is thinking"
    until(lambda: site.look(site.hard[0])["ply"] == 1)


def test_they_end_with_the_server_however_it_ends_and_nothing_is_lost(
    site: Site, aside: ThreadPoolExecutor
):
    for how, game in zip((SIGINT, SIGTERM, SIGKILL), site.hard, strict=True):
        searching = aside.submit(site.look, game)
        until(site.workers)
        pids = site.workers()
        status = site.server.stop(how)
        until(lambda pids=pids: are_gone(pids))
        searching.exception()
        assert status == (-SIGKILL if how is SIGKILL else 0)
        assert "Traceback" not in site.server.output
        site.server.start()
    until(lambda: all(site.look(game)["ply"] == 1 for game in site.hard))
