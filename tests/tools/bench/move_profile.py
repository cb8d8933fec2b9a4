"""Where a move's time goes, by samples of the server's stacks while fifty games are played.

py-spy looks at the running server from outside, so nothing of this is in the server. A sample
belongs to the innermost of its functions that STEPS names. Where names have changed so much that
many samples belong nowhere, the measure fails. On PostgreSQL a step includes some of the waiting
for its answer.
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
ENOUGH = 0.9  # of the samples must belong to a step
# Innermost frames of threads with nothing to do, which py-spy does not always leave out.
WAITING = re.compile(r"Condition\.wait \(|_worker \(concurrent/futures/thread")
OTHER = "other"  # what the database's threads carry out without any of the steps inside it
# What a frame of each step looks like: ``function (file:line)``, in py-spy's words.
STEPS = {
    OTHER: r"^Work.carry_out ",
    "parse": r"\(games/protocol/client_messages|_parse \(games/realtime",
    "check the limits": r"\(games/services/limit|\(limits/",
    "read and lock the game": r"(find|lock)_game|game_cache|_is_played|bring_up_to_date",
    "apply the rules": r"\(games/engine/|press_clock|start_clock|set_board",
    "write": r"\w*(insert|save|store|note_seen)\w* \(games",
    "begin, savepoints, commit": r"\(django/db/transaction",
    "note who is here": r"\(games/realtime/presence",
    "encode": r"\(games/presentation/|describe \(|_frame \(games|\(json/|\(copy\.py",
    "broadcast to the sockets": r"\(games/realtime/(broadcast|memory_layer)",
    "tell other servers": r"\((channels_redis|redis|msgpack)/|\(games/realtime/redis_",
    "send": r"\w*([wW]rite|send)\w* \((twisted|daphne|autobahn|games/realtime/base)|untilConc",
    "receive": r"\((autobahn|daphne|twisted|tictactoe_site)/|receive \(|_receive_event",
    "hand over between threads": r"\(games/realtime/db_\w+|\(concurrent/|call_soon_threadsafe",
    "event loop and consumers": r"\((asyncio|asgiref|selectors|games/realtime/\w+_consumer)",
}


def move_profile(installation: Installation) -> None:
    """Print how much CPU time each step of a move takes.

    py-spy must be installed, and allowed to look into other processes (``ptrace``).
    """
    if not PY_SPY.exists():
        sys.exit("Needs py-spy: pip install -e '.[test,bench]'")
    stacks, server = installation.data / "stacks", installation.servers[0]
    assert server.process
    sampled = _sampled(server.process.pid, stacks)
    cpu = play(installation, slots=50, rounds=10, during=sampled).cpu["servers"]
    samples = _classify(stacks.read_text())
    print(f"where the {cpu * 1000:.2f} ms of a move go, by {samples.total():,} samples:")
    for step in STEPS:
        share = samples[step] / samples.total()
        print(f"    {step:28} {share * cpu * 1000:6.3f} ms  {share:4.0%}")
    if samples[OTHER] > (1 - ENOUGH) * samples.total():
        sys.exit("Many samples belong to no step: have functions been renamed?")


@asynccontextmanager
async def _sampled(pid: int, output: Path) -> AsyncIterator[None]:
    command = RECORD.format(pid=pid, output=output).split()
    spy = await asyncio.create_subprocess_exec(PY_SPY, *command, stdout=DEVNULL)
    yield
    spy.send_signal(signal.SIGINT)
    await spy.wait()


def _classify(stacks: str) -> Counter[str]:
    """Count the samples of each step, from lines of frames and their number of samples."""
    samples: Counter[str] = Counter()
    for line in stacks.splitlines():
        stack, _, count = line.rpartition(" ")
        frames = stack.split(";")
        if not WAITING.match(frames[-1]):
            samples[_step(frames)] += int(count)
    return samples


def _step(frames: list[str]) -> str:
    """Return the step of a stack, whose innermost frame is the last."""
    steps = (
        s for frame in reversed(frames) for s, looks in STEPS.items() if re.search(looks, frame)
    )
    return next(steps, OTHER)
