"""The times of the search on one core, beside the times that it aims at.

The transposition table is empty whenever a position is timed. The line tables are empty too, except
where many positions of one board are timed, which share them as in the server.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from games.ai.evaluation import evaluate_moves, evaluation_for
from games.ai.levels import LEVELS
from games.ai.line_tables import line_tables
from games.ai.recorded_search import search_tree
from games.ai.search_methods import METHODS
from games.ai.solver import solve, value_of
from games.engine import BOARDS, Board, Variant
from tests.tools.bench.figures import seconds

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


def main() -> None:
    _row("work", "aim", "measured")
    for rows in (_empty_boards, _trees, _connect_four, _replies, _deadlines, _memory, _peers):
        for row in rows():
            _row(*row)


def _row(work: str, aim: str, measured: str) -> None:
    print(f"{work:58} {aim:>8}  {measured}", flush=True)


Row = tuple[str, str, str]


def _empty_boards() -> Iterator[Row]:
    yield "3x3x3 from empty, one value", "1 ms", _cold(value_of, "3x3x3")
    yield "3x3x3 from empty, value and distance of all moves", "5 ms", _cold(solve, "3x3x3")
    for text, aim in (("4x4x4", "0.1 s"), ("5x4x4", "1 s"), ("5x5x4", "12 s")):
        yield f"{text} solved from empty", aim, _cold(value_of, text)
    yield "5x5x4, every move", "", _cold(solve, "5x5x4")


def _cold(work: Callable[[Board], object], text: str) -> str:
    """Return the median time of a few runs with empty tables."""
    times = []
    for _ in range(5):
        line_tables.cache_clear()
        board = Board(Variant.parse(text))
        times.append(_time(lambda board=board: work(board)))
    return seconds(statistics.median(times))


def _trees() -> Iterator[Row]:
    """Count the positions that each way to search visits, as the page of the search tree does."""
    for id in ("classic", "misere"):
        board = Board(BOARDS[id].variant)
        for method in METHODS.values():
            if not method.evaluation:
                nodes = search_tree(board, method, None).nodes
                yield f"{id} from empty, {method.name}", "", f"{nodes:,} positions"


def _connect_four() -> Iterator[Row]:
    for stones, aim in ((22, "2 ms"), (18, "15 ms"), (14, "0.4 s")):
        rng = Random(SEED)
        boards = [_random_position("7x6x4+drop", stones, rng) for _ in range(POSITIONS)]
        times = [_time(lambda board=board: value_of(board)) for board in boards]
        mean, worst = seconds(statistics.mean(times)), seconds(max(times))
        median = seconds(statistics.median(times))
        measured = f"{mean} (median {median}, worst {worst})"
        yield f"Connect Four, {stones} stones, mean of {POSITIONS} random positions", aim, measured


def _random_position(text: str, stones: int, rng: Random) -> Board:
    """Return an unfinished position after so many random moves."""
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
    """Yield the time of each reply in a game of each level against the strongest."""
    *_, strongest = LEVELS.values()
    for level in LEVELS.values():
        rng, board = Random(SEED), Board(variant)
        while not board.outcome() and not board.is_dead:
            mover = strongest if board.ply % 2 else level
            began = time.perf_counter()
            cell = mover.choose(board, rng)
            yield time.perf_counter() - began
            board = board.play(cell)


def _deadlines() -> Iterator[Row]:
    late = [over for preset in BOARDS.values() for over in _overshoots(preset.variant)]
    work = f"worst of {len(late)} searches, over a deadline of {SHORT} s"
    yield work, "50 ms", seconds(max(late))


def _overshoots(variant: Variant) -> Iterator[float]:
    """Yield by how many seconds searches miss their deadline, from few marks to many."""
    for marks in range(0, variant.size // 2, 1 + variant.size // 12):
        board = _random_position(str(variant), marks, Random(SEED))
        evaluation = evaluation_for(variant)
        evaluated = partial(evaluate_moves, board, evaluation, depth=variant.size, seconds=SHORT)
        for search in (partial(solve, board, SHORT), evaluated):
            line_tables.cache_clear()
            yield _time(search) - SHORT


def _memory() -> Iterator[Row]:
    for text in ("6x6x4", "7x6x4+drop", "15x15x5"):
        command = [sys.executable, "-c", MEMORY, text, str(LONG)]
        output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        yield f"memory of a search of {LONG} s, {text}", "256 MB", f"{int(output) / 1024:.0f} MB"


def _peers() -> Iterator[Row]:
    """Time other programs on 3x3 from the empty board, if they are installed."""
    for name, peer in (("easyAI, Negamax to depth 9", _easyai), ("OpenSpiel, alpha-beta", _spiel)):
        try:
            work = peer()
        except ImportError:
            yield f"3x3x3 by {name}", "", "not installed"
        else:
            times = [_time(work) for _ in range(5)]
            yield f"3x3x3 by {name}", "", seconds(statistics.median(times))


def _easyai() -> Callable[[], object]:
    from easyAI import AI_Player, Negamax
    from easyAI.games.TicTacToe import TicTacToe

    depth = Negamax(9)
    return lambda: depth(TicTacToe([AI_Player(depth), AI_Player(depth)]))


def _spiel() -> Callable[[], object]:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("tic_tac_toe")
    return lambda: minimax.alpha_beta_search(game)


def _time(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
