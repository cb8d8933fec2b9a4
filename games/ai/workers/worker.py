"""A process that searches: a line in for each task, a line out with its answer.

``games.ai.workers.pool`` starts it as ``python -m games.ai.workers.worker``. It imports no
framework, so it starts quickly and stays small. It ends when its input ends, even in the middle
of a search, so no process is left behind however the server stops.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from queue import SimpleQueue
from random import SystemRandom
from threading import Thread

from games.ai.workers import tasks

# Less urgent than the server: a reply may be late, the moves of people may not.
NICENESS = 5


def answer(line: str) -> str:
    """Carry out a task and say what came of it, or how it failed."""
    try:
        return json.dumps({"answer": tasks.read(line).carry_out(SystemRandom())})
    except Exception:
        return json.dumps({"error": traceback.format_exc()})


def main() -> None:
    os.nice(NICENESS)
    # What a search may print is no answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(lines,), daemon=True).start()
    while True:
        print(answer(lines.get()), file=answers, flush=True)


def _listen(lines: SimpleQueue[str]) -> None:
    """Read beside the search, for nothing else tells that the server is gone."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
