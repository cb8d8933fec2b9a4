"""A worker process: reads a task from each line of its input and writes a line with the result.

``games.ai.workers.pool`` starts it as ``python -m games.ai.workers.worker``. It imports no
framework, so it starts quickly and needs little memory. It ends when its input ends, even in the
middle of a search, so no process is left behind however the server stops.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from contextlib import suppress
from queue import SimpleQueue
from random import SystemRandom
from threading import Thread
from typing import NoReturn

from games.ai.workers import tasks

# A lower priority than the server's: the computer's reply may be late, people's moves may not.
NICENESS = 5


def answer(line: str) -> str:
    """Carry out a task and return its result as JSON, or the traceback of the error."""
    try:
        return json.dumps({"answer": tasks.read(line).carry_out(SystemRandom())})
    except Exception:
        return json.dumps({"error": traceback.format_exc()})


def main() -> None:
    os.nice(NICENESS)
    # Anything that a search prints must not be mistaken for a result.
    answers, sys.stdout = sys.stdout, sys.stderr
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read_input, args=(lines,), daemon=True).start()
    # The server may be killed while it waits for an answer: nobody is left to read it then.
    with suppress(BrokenPipeError):
        while True:
            print(answer(lines.get()), file=answers, flush=True)
    _end()


def _read_input(lines: SimpleQueue[str]) -> None:
    """Read in a thread of its own, to notice during a search that the server is gone."""
    for line in sys.stdin:
        lines.put(line)
    _end()


def _end() -> NoReturn:
    """End at once: in the middle of a search, and without another try to write an answer."""
    os._exit(0)


if __name__ == "__main__":
    main()
