"""What tests ask of several server processes under one parent, and of the installation."""

from __future__ import annotations

import signal
from urllib.request import urlopen

from tests.processes import TIMEOUT, child_pids, wait_until
from tests.server import Server, open_database


def serving(server: Server) -> list[int]:
    assert server.process
    return child_pids(server.process.pid)


def restart(server: Server) -> None:
    """Replace all processes, and wait until that is done."""
    assert server.process
    said = len(server.output)
    server.process.send_signal(signal.SIGHUP)
    # Several starts, one after the other.
    done = "All server processes have been replaced."
    wait_until(lambda: done in server.output[said:], TIMEOUT * server.processes)
    assert server.output.count("takes the place of", said) == server.processes


def home(server: Server) -> str:
    with urlopen(server.url) as response:  # noqa: S310 - our own server
        return response.read().decode()


def holder(server: Server) -> int:
    """Return the id of the process that does the periodic tasks."""
    with open_database(server.data) as database:
        [name] = database.execute("SELECT holder FROM games_lease").fetchone() or ["nobody 0 "]
    return int(name.split()[1])
