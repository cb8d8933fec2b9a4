"""A process that searches: a line in for each search, a line out with its answer.

Started by ``games.ai.pool`` as ``python -m games.ai.worker``. It imports no framework, so that it
starts quickly and stays small, and it ends when its input does, even in the middle of a search:
whatever way the server goes, nothing of it is left behind.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from dataclasses import asdict, dataclass
from queue import SimpleQueue
from random import Random, SystemRandom
from threading import Thread

from games.ai.levels import LEVELS
from games.engine import Board, Variant

# Less urgent than the server: a reply may be late, the moves of people may not.
NICENESS = 5


@dataclass(frozen=True, slots=True)
class Search:
    """A position, and the level that has to move in it, as text."""

    level: str
    variant: str
    position: str

    @classmethod
    def of(cls, level: str, board: Board) -> Search:
        return cls(level, str(board.variant), str(board))

    @classmethod
    def read(cls, line: str | bytes) -> Search:
        return cls(**json.loads(line))

    def line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    @property
    def board(self) -> Board:
        return Board.parse(self.position, Variant.parse(self.variant))

    def choose(self, rng: Random) -> int:
        return LEVELS[self.level].choose(self.board, rng)

    def guess(self, rng: Random) -> int:
        """Pick a cell without a search: one that wins at once, else any."""
        board = self.board
        moves = board.legal_moves()
        wins = [cell for cell in moves if _wins(board, cell)]
        return rng.choice(wins or moves)


def answer(line: str) -> str:
    """Carry out a search and say which cell it chose, or how it failed."""
    try:
        return json.dumps({"cell": Search.read(line).choose(SystemRandom())})
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


def _wins(board: Board, cell: int) -> bool:
    outcome = board.play(cell).outcome()
    return outcome is not None and outcome.winner is board.turn


if __name__ == "__main__":
    main()
