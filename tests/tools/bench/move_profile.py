"""Where a move's time goes, by samples of the server's stacks while fifty games are played.

py-spy looks at the running server from outside, so nothing of this is in the server. A sample
belongs to the innermost of its functions that STEPS names. Where names have changed so much that
many samples belong nowhere, the measure fails. On PostgreSQL a step includes some of the waiting
for its answer.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tools.bench import moves
from tests.tools.bench.installation import Installation

RATE = 250  # samples a second
ENOUGH = 0.9  # of the samples must belong to a step
SLOTS, ROUNDS = 50, 10

OTHER = "other"
# Innermost frames of threads with nothing to do, which py-spy does not always leave out.
WAITING = re.compile(r"Condition\.wait \(|_worker \(concurrent/futures/thread")
# What a frame of each step looks like: ``function (file:line)``, in py-spy's words. What the
# database's threads carry out without any of these inside it is OTHER.
STEPS = {
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
    if not shutil.which("py-spy"):
        sys.exit("Needs py-spy: pip install -e '.[test,bench]'")
    stacks = installation.data / "stacks"
    sampling = _sampled(installation.server_pids[0], stacks)
    played = moves.play(installation, slots=SLOTS, rounds=ROUNDS, during=sampling)
    samples = _classify(stacks.read_text())
    _report(samples, played.usage.seconds["servers"])


@contextmanager
def _sampled(pid: int, stacks: Path) -> Iterator[None]:
    command = [
        "py-spy",
        "record",
        "--format",
        "raw",
        "--rate",
        str(RATE),
        "--duration",
        "unlimited",
    ]
    command += ["--pid", str(pid), "--output", str(stacks)]
    spy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    yield
    spy.send_signal(signal.SIGINT)
    _, errors = spy.communicate()
    if not stacks.exists():
        sys.exit(f"py-spy has no samples. {errors}")


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
    for frame in reversed(frames):
        if frame.startswith("Work.carry_out "):
            return OTHER
        for step, looks in STEPS.items():
            if re.search(looks, frame):
                return step
    return OTHER


def _report(samples: Counter[str], cpu: float) -> None:
    total = samples.total()
    print(f"where the {cpu * 1000:.2f} ms of a move go, by {total:,} samples:")
    for step in [*STEPS, OTHER]:
        share = samples[step] / total
        print(f"    {step:28} {share * cpu * 1000:6.3f} ms  {share:4.0%}")
    if samples[OTHER] > (1 - ENOUGH) * total:
        sys.exit("Many samples belong to no step: have functions been renamed?")
