"""The search processes, as the real server starts and ends them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGINT, SIGKILL, SIGTERM
from typing import Any

import pytest

from tests.processes import child_pids, have_ended, suspended, wait_until
from tests.server import Server
from tests.server_games import run

CODE = """
import json
from games.play import services
from games.ai.levels import LEVELS
from games.engine import Mark, Variant
from games.models import Player

def play(board, level):
    guest, person = Player.objects.of_level(LEVELS[level]), Player.objects.create()
    variant = Variant.parse(board)
    return services.create_game(host=person, mark=Mark.O, guest=guest, variant=variant).pk

boards = ("3x3x3", "champion"), ("5x5x4", "easy"), *[("6x6x4", "champion")] * 3
print(json.dumps([play(*board) for board in boards]))
"""


class Site:
    """A server, and games in which the computer has the first move, on boards of three sizes."""

    def __init__(self, server: Server, games: list[str]) -> None:
        self.server = server
        self.small, self.large, *self.hard = games

    def workers(self) -> list[int]:
        assert self.server.process
        return child_pids(self.server.process.pid)

    def look(self, game: str) -> dict[str, Any]:
        """Fetch a game, which makes the computer move."""
        return json.loads(self.server.get(f"g/{game}/", Accept="application/json").body)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Server(tmp_path) as server:
        yield Site(server, run(CODE, tmp_path))


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Threads for requests that may take long, or fail because the server ends."""
    with ThreadPoolExecutor() as threads:
        yield threads


def test_they_start_when_needed_and_hold_up_no_game_on_a_small_board(
    site: Site, threads: ThreadPoolExecutor
):
    assert site.look(site.small)["ply"] == 1
    assert site.workers() == []
    assert site.look(site.large)["ply"] == 1
    # More may be allowed, but one is enough for requests that come one after the other.
    [worker] = site.workers()
    with suspended([worker]):
        waiting = threads.submit(site.look, site.hard[0])
        assert site.look(site.small)["ply"] == 1
        assert waiting.result()["words"] == "Computer's turn"
    wait_until(lambda: site.look(site.hard[0])["ply"] == 1)


def test_they_end_with_the_server_however_it_ends_and_the_computer_moves_later(
    site: Site, threads: ThreadPoolExecutor
):
    for how, game in zip((SIGINT, SIGTERM, SIGKILL), site.hard, strict=True):
        searching = threads.submit(site.look, game)
        wait_until(site.workers)
        pids = site.workers()
        status = site.server.stop(how)
        wait_until(lambda pids=pids: have_ended(pids))
        searching.exception()
        assert status == (-SIGKILL if how is SIGKILL else 0)
        assert "Traceback" not in site.server.output
        site.server.start()
    wait_until(lambda: all(site.look(game)["ply"] == 1 for game in site.hard))
