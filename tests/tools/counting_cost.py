"""``python -m tests.tools.counting_cost``: the CPU time that counting takes of a move. Not a test.

It does what the server does for the metrics and the log beside each move of a game of nine, with
one server process and as with several, whose counts are in files; least of several runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

PLIES, GAMES, RUNS = 9, 300, 7


def main() -> None:
    """Measure in two processes, as the library chooses between the two when it is imported."""
    _measure_in({}, "one process")
    with tempfile.TemporaryDirectory() as folder:
        _measure_in({"PROMETHEUS_MULTIPROC_DIR": folder}, "several processes")


def _measure_in(environment: dict[str, str], name: str) -> None:
    command = [sys.executable, "-m", "tests.tools.counting_cost", name]
    subprocess.run(
        command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL, check=True
    )


def measure(name: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from games import clock
    from games.models import Game, Player

    game = Game(x=Player(pk=1), o=Player(pk=2), ply=PLIES, reason="full", created_at=clock.now())
    seconds = min(_cpu_time(game) for _ in range(RUNS)) / (GAMES * PLIES)
    print(f"{name}: {seconds * 1e6:.0f} microseconds a move")


def _cpu_time(game: object) -> float:
    began = time.process_time()
    for _ in range(GAMES):
        _count(game)
    return time.process_time() - began


def _count(game: object) -> None:
    from games import metrics, request_context
    from games.services import telemetry

    for _ in range(PLIES):
        received_at = time.perf_counter()
        metrics.DATABASE_QUEUE.inc()
        metrics.DATABASE_QUEUE.dec(1)
        request_context.current_request.set(request_context.NO_REQUEST)
        telemetry.note_move(game)
        metrics.MOVE_COMMIT.observe(time.perf_counter() - received_at)
        metrics.MOVE_BROADCAST.observe(time.perf_counter() - received_at)
    telemetry.note_end(game)


if __name__ == "__main__":
    if sys.argv[1:]:
        measure(sys.argv[1])
    else:
        main()
