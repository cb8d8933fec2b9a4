"""The CPU time that counting takes of a move: what the server does for the metrics and the log.

    python -m tests.tools.counting_cost 2>/dev/null

The log goes to standard error. It takes the least of several runs.
"""

from __future__ import annotations

import os
import time
from timeit import repeat

import django

PLIES, GAMES, RUNS = 9, 300, 7


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from games.engine import clock
    from games.models import Game, Player

    game = Game(x=Player(pk=1), o=Player(pk=2), ply=PLIES, reason="full", created_at=clock.now())
    times = repeat(lambda: _count(game), timer=time.process_time, number=GAMES, repeat=RUNS)
    print(f"{min(times) / GAMES / PLIES * 1e6:.0f} microseconds a move")


def _count(game: object) -> None:
    from games.ops import metrics, request_context
    from games.play import telemetry

    for _ in range(PLIES):
        received_at = time.perf_counter()
        metrics.DATABASE_QUEUE.inc()
        metrics.DATABASE_QUEUE.dec(1)
        request_context.current_request.set(request_context.NO_REQUEST)
        telemetry.note_move(by_computer=False)
        metrics.MOVE_COMMIT.observe(time.perf_counter() - received_at)
        metrics.MOVE_BROADCAST.observe(time.perf_counter() - received_at)
    telemetry.note_end(game)


if __name__ == "__main__":
    main()
