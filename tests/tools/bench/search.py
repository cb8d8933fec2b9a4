"""The times of the search on one core, beside the times that it aims at.

The transposition table is empty whenever a position is timed. The line tables are empty too, except
where many positions of one board are timed, which share them as in the server.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from timeit import repeat, timeit

from games.ai.computer_players import LEVELS
from games.ai.drop_search import drop_layout
from games.ai.evaluation import evaluate_moves
from games.ai.levels import choose
from games.ai.line_tables import line_tables
from games.ai.opening_book import CONNECT_FOUR
from games.ai.solver import solve, value_of
from games.engine import BOARDS, Board, Variant
from tests.tools.bench.installation import seconds

POSITIONS = 100
SEED = 2026
SHORT = 0.2  # seconds of the searches whose ends are measured
LONG = 20  # seconds of the search whose memory is measured
MEMORY = """
import sys
from pathlib import Path
from games.ai.solver import solve
from games.engine import Board, Variant
def peak():
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
before = peak()
solve(Board(Variant.parse(sys.argv[1])), float(sys.argv[2]))
print(peak() - before)
"""
Row = tuple[str, str, str]  # the work, what it aims at, and what was measured


def main() -> None:
    _print("work", "aim", "measured")
    for rows in (_empty_boards, _connect_four, _replies, _deadlines, _memory):
        for row in rows():
            _print(*row)


def _print(work: str, aim: str, measured: str) -> None:
    print(f"{work:58} {aim:>8}  {measured}", flush=True)


def _empty_boards() -> Iterator[Row]:
    yield "3x3x3 from empty, one value", "1 ms", _cold(value_of, "3x3x3")
    yield "3x3x3 from empty, value and distance of all moves", "5 ms", _cold(solve, "3x3x3")
    for text, aim in (("4x4x4", "0.1 s"), ("5x4x4", "1 s"), ("5x5x4", "12 s")):
        yield f"{text} solved from empty", aim, _cold(value_of, text)
    yield "5x5x4, every move", "", _cold(solve, "5x5x4")


def _cold(work: Callable[[Board], object], text: str) -> str:
    board = Board(Variant.parse(text))
    return _median(lambda: work(board), setup=line_tables.cache_clear)


def _median(work: Callable[[], object] | str, setup: Callable[[], object] | str) -> str:
    return seconds(statistics.median(repeat(work, setup, number=1)))


def _connect_four() -> Iterator[Row]:
    forget = drop_layout(CONNECT_FOUR).table.clear
    for stones, aim in ((22, "2 ms"), (18, "15 ms"), (14, "0.4 s")):
        rng = Random(SEED)
        boards = [_random_position("7x6x4+drop", stones, rng) for _ in range(POSITIONS)]
        times = [timeit(partial(value_of, board), forget, number=1) for board in boards]
        mean, worst = seconds(statistics.mean(times)), seconds(max(times))
        measured = f"{mean} (median {seconds(statistics.median(times))}, worst {worst})"
        yield f"Connect Four, {stones} stones, mean of {POSITIONS} random positions", aim, measured


def _random_position(text: str, stones: int, rng: Random) -> Board:
    board = Board(Variant.parse(text))
    while board.ply < stones:
        child = board.play(rng.choice(board.legal_moves()))
        board = Board(board.variant) if child.outcome() else child
    return board


def _replies() -> Iterator[Row]:
    for preset in BOARDS.values():
        times = list(_reply_times(preset.variant))
        work = f"worst of {len(times)} replies, all levels, {preset.name}"
        yield work, "1 s", seconds(max(times))


def _reply_times(variant: Variant) -> Iterator[float]:
    *_, strongest = LEVELS.values()
    for level in LEVELS.values():
        rng, board = Random(SEED), Board(variant)
        while not board.outcome() and not board.is_dead:
            mover = strongest if board.ply % 2 else level
            began = time.perf_counter()
            cell = choose(mover, board, rng)
            yield time.perf_counter() - began
            board = board.play(cell)


def _deadlines() -> Iterator[Row]:
    late = [over for preset in BOARDS.values() for over in _overshoots(preset.variant)]
    work = f"worst of {len(late)} searches, over a deadline of {SHORT} s"
    yield work, "50 ms", seconds(max(late))


def _overshoots(variant: Variant) -> Iterator[float]:
    for marks in range(0, variant.size // 2, 1 + variant.size // 12):
        board = _random_position(str(variant), marks, Random(SEED))
        evaluated = partial(evaluate_moves, board, depth=variant.size, seconds=SHORT)
        for search in (partial(solve, board, SHORT), evaluated):
            yield timeit(search, line_tables.cache_clear, number=1) - SHORT


def _memory() -> Iterator[Row]:
    for text in ("6x6x4", "7x6x4+drop", "15x15x5"):
        command = [sys.executable, "-c", MEMORY, text, str(LONG)]
        output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        yield f"memory of a search of {LONG} s, {text}", "256 MB", f"{int(output) / 1024:.0f} MB"
