import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.game_pages import open_rooms
from tests.processes import wait_until
from tests.server import Server, open_database
from tests.server_games import create_games

REFERENCE = re.compile(r"[Rr]eference:? (?:<strong>)?([A-Z2-9]{4})\b")


@contextmanager
def without_games(data: Path) -> Iterator[None]:
    with open_database(data) as database:
        rename(database, "games_game", "elsewhere")
    yield
    with open_database(data) as database:
        rename(database, "elsewhere", "games_game")


def rename(database: sqlite3.Connection, old: str, new: str) -> None:
    database.execute(f"ALTER TABLE {old} RENAME TO {new}")


def logged(server: Server) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.output.partition("stops it.\n")[2].splitlines()]


async def test_an_error_is_found_in_the_log_by_what_was_seen(tmp_path: Path):
    with Server(tmp_path, LOG_FORMAT="json") as server:
        [seats] = create_games(tmp_path, 1)
        assert server.get("health/ready", Host="10.0.0.7").status == 200
        assert server.get("metrics").status == 404
        async with open_rooms([seats], server) as [room]:
            x, _ = room.pages
            with without_games(tmp_path):
                page = server.get(f"g/{seats.game_id}/", X_Request_ID="page-1")
                answer = await x.request("sync")
            assert (page.status, answer["code"]) == (500, "failed")
            assert (await x.request("resign"))["type"] == "ok"
            wait_until(lambda: "A game ended" in server.output)
        lines = logged(server)
    by_reference = {line["reference"]: line for line in lines if "reference" in line}
    of_page = by_reference[REFERENCE.search(page.text).group(1)]
    of_socket = by_reference[REFERENCE.search(answer["message"]).group(1)]
    assert of_page["request_id"] == "page-1"
    for line in (of_page, of_socket):
        assert "no such table: games_game" in line["traceback"]
    [ended] = [line for line in lines if line["message"].startswith("A game ended")]
    facts = ended["facts"]
    assert (ended["level"], facts["level"], facts["ending"]) == ("INFO", "people", "resigned")
    assert f"A message to game {facts['game']} failed" in of_socket["message"]
    assert of_page["message"].endswith(f": /g/{facts['game']}/")
    assert ended["request_id"] == of_socket["request_id"] != "page-1"
    log = server.output.partition("stops it.\n")[2]
    assert "127.0.0.1" not in log
    assert seats.game_id not in log, "Whoever has it has the game."
    assert not any(cookie.partition("=")[2] in log for cookie in seats.cookies)
