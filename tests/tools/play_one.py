"""Plays a game on a server that was started elsewhere, once it is ready.

python -m tests.tools.play_one http://127.0.0.1:8000/
"""

import sys
import time
from urllib.error import URLError
from urllib.request import urlopen

from tests.server import TIMEOUT, Server
from tests.visitor import Visitor


class Elsewhere(Server):
    url = ""

    def __init__(self, url: str) -> None:
        self.url = url

    def is_ready(self) -> bool:
        try:
            with urlopen(f"{self.url}health/ready") as answer:  # noqa: S310
                return bool(answer.status == 200)
        except URLError:
            return False


def main(url: str) -> None:
    server, visitor = Elsewhere(url), Visitor()
    deadline = time.monotonic() + TIMEOUT
    while not server.is_ready():
        assert time.monotonic() < deadline, f"Nothing serves on {url}"
        time.sleep(0.1)
    game = visitor.start(server, opponent="device")
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        visitor.move(server, game, ply=ply, cell=cell)
    state = visitor.state(server, game)
    assert (state["status"], state["ply"]) == ("finished", 5), state
    print(f"Played a game on {url}")


main(sys.argv[1])
