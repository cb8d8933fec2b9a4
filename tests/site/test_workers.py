import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGKILL, SIGTERM
from typing import Any

from tests.processes import child_pids, have_ended, wait_until
from tests.server import Server
from tests.server_games import run

# Games in which the computer has the first move, on a board for which a process searches.
CODE = """
import json
from games.play import services
from games.ai.computer_players import LEVELS
from games.engine import Mark, Variant
from games.models import Player

def start():
    guest, person = Player.objects.of_level(LEVELS["champion"]), Player.objects.create()
    variant = Variant.parse("6x6x4")
    return services.create_game(host=person, mark=Mark.O, guest=guest, variant=variant).pk

print(json.dumps([start() for _ in range(2)]))
"""


def workers(server: Server) -> list[int]:
    return child_pids(server.process.pid)


def look(server: Server, game: str) -> dict[str, Any]:
    return json.loads(server.get(f"g/{game}/", Accept="application/json").body)


def test_they_end_with_the_server_however_it_ends_and_the_computer_moves_later(tmp_path: Path):
    with Server(tmp_path) as server, ThreadPoolExecutor() as threads:
        games = run(CODE, tmp_path)
        assert workers(server) == []
        for how, game in zip((SIGTERM, SIGKILL), games, strict=True):
            searching = threads.submit(look, server, game)
            wait_until(lambda: workers(server))
            pids = workers(server)
            status = server.stop(how)
            wait_until(lambda pids=pids: have_ended(pids))
            searching.exception()
            assert status == (-SIGKILL if how is SIGKILL else 0)
            assert "Traceback" not in server.output
            server.start()
        wait_until(lambda: all(look(server, game)["ply"] == 1 for game in games))
