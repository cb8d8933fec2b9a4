"""Started as ``python -S -m games.computer.worker``; ends with the server, even in a search."""

# Without site-packages it starts quickly, needs little memory, and cannot load a framework.

from __future__ import annotations

import os
import pickle
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread

# A lower priority than the server's: the computer's reply may be late, a person's move may not.
NICENESS = 5


def main() -> None:
    os.nice(NICENESS)
    connection = Connection(int(sys.argv[1]))
    searches: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(connection, searches), daemon=True).start()
    # The server may end while it waits for a result: nobody is left to send it to then.
    with suppress(ConnectionError):
        while True:
            connection.send_bytes(carry_out(searches.get()))


def carry_out(search: bytes) -> bytes:
    try:
        return pickle.dumps((pickle.loads(search)(), ""))  # noqa: S301 - the server made it
    except Exception:
        return pickle.dumps((None, traceback.format_exc()))


def _receive(connection: Connection, searches: SimpleQueue[bytes]) -> None:
    with suppress(EOFError, ConnectionError):
        while True:
            searches.put(connection.recv_bytes())
    os._exit(0)


if __name__ == "__main__":
    main()
