"""Where a move's time goes, by samples of the server's stacks while fifty games are played.

py-spy looks at the running server from outside, so nothing of this is in the server. A sample
belongs to the room of ``games`` whose function is the innermost, with all that it calls in Django
and elsewhere, and where there is none to the package of the innermost function. On PostgreSQL that
includes some of the waiting for its answer.
"""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import DEVNULL

from tests.tools.bench.installation import Installation
from tests.tools.bench.moves import play

PY_SPY = Path(sys.executable).with_name("py-spy")
RECORD = "record --format raw --rate 250 --duration unlimited --pid {pid} --output {output}"
# Innermost frames of threads with nothing to do, which py-spy does not always leave out.
WAITING = re.compile(r"Condition\.wait \(|_worker \(concurrent/futures/thread")
# In frames such as ``play_move (games/services/moves.py:31)``.
OURS = re.compile(r"\((games/\w+)")
LIBRARY = re.compile(r"\((\w+)")
LEAST = 0.01  # of the samples that a line must have


def move_profile(installation: Installation) -> None:
    """Print how much CPU time each room takes of a move.

    py-spy must be allowed to look into other processes (``ptrace``).
    """
    if not PY_SPY.exists():
        sys.exit("Needs py-spy: pip install -e '.[test,bench]'")
    stacks, server = installation.data / "stacks", installation.servers[0]
    assert server.process
    sampled = _sampled(server.process.pid, stacks)
    cpu = play(installation, slots=50, rounds=10, during=sampled).cpu["servers"]
    rooms = _by_room(stacks.read_text())
    print(f"where the {cpu * 1000:.2f} ms of a move go, by {rooms.total():,} samples:")
    for room, count in rooms.most_common():
        if (share := count / rooms.total()) >= LEAST:
            print(f"    {room:28} {share * cpu * 1000:6.3f} ms  {share:4.0%}")


@asynccontextmanager
async def _sampled(pid: int, output: Path) -> AsyncIterator[None]:
    command = RECORD.format(pid=pid, output=output).split()
    spy = await asyncio.create_subprocess_exec(PY_SPY, *command, stdout=DEVNULL)
    yield
    spy.send_signal(signal.SIGINT)
    await spy.wait()


def _by_room(stacks: str) -> Counter[str]:
    """Count samples, from lines of frames, of which the last is innermost, and their number."""
    samples: Counter[str] = Counter()
    for line in stacks.splitlines():
        stack, _, count = line.rpartition(" ")
        frames = stack.split(";")
        if not WAITING.match(frames[-1]):
            ours = next(filter(None, map(OURS.search, reversed(frames))), None)
            found = ours or LIBRARY.search(frames[-1])
            samples[found[1] if found else frames[-1]] += int(count)
    return samples
