"""What the processes that search are asked for, as text, and what comes back."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from games.ai import solver
from games.ai.levels import LEVELS
from games.engine import Board, Variant

if TYPE_CHECKING:
    # Not at run time: workers start without site packages, and the wire format needs msgspec.
    from games.protocol import VerdictJSON

T = TypeVar("T")

Verdicts = dict[str, "VerdictJSON"]


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """A position to find something out about; its answers are what JSON can say."""

    kind: ClassVar[str]

    variant: str
    position: str

    def line(self) -> bytes:
        return json.dumps({"task": self.kind, **asdict(self)}).encode() + b"\n"

    @property
    def board(self) -> Board:
        return Board.from_stored(self.position, Variant.parse(self.variant))

    def carry_out(self, rng: Random) -> T:
        """Find it out, which takes a while."""
        raise NotImplementedError

    def guess(self, rng: Random) -> T:
        """Answer without a search."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Search(Task[int]):
    """The cell that a level chooses."""

    kind: ClassVar[str] = "search"

    level: str

    @classmethod
    def of(cls, level: str, board: Board) -> Search:
        return cls(str(board.variant), str(board), level)

    def carry_out(self, rng: Random) -> int:
        return LEVELS[self.level].choose(self.board, rng)

    def guess(self, rng: Random) -> int:
        """Pick a cell that wins at once, else any."""
        board = self.board
        moves = board.legal_moves()
        wins = [cell for cell in moves if _wins(board, cell)]
        return rng.choice(wins or moves)


@dataclass(frozen=True, slots=True)
class Solve(Task[Verdicts]):
    """What each move leads to, by cell, as far as it can be proven in so many seconds."""

    kind: ClassVar[str] = "solve"

    seconds: float

    @classmethod
    def of(cls, board: Board, seconds: float) -> Solve:
        return cls(str(board.variant), str(board), seconds)

    def carry_out(self, rng: Random) -> Verdicts:
        moves = solver.solve(self.board, self.seconds).moves
        return {str(cell): _verdict(verdict) for cell, verdict in moves.items()}

    def guess(self, rng: Random) -> Verdicts:
        """Nothing is proven without a search."""
        return {str(cell): _verdict(solver.UNKNOWN) for cell in self.board.legal_moves()}


TASKS: dict[str, type[Task[Any]]] = {task.kind: task for task in (Search, Solve)}


def read(line: str | bytes) -> Task[Any]:
    fields = json.loads(line)
    return TASKS[fields.pop("task")](**fields)


def _verdict(verdict: solver.Verdict) -> VerdictJSON:
    return {"value": verdict.value.value, "plies": verdict.plies}


def _wins(board: Board, cell: int) -> bool:
    outcome = board.play(cell).outcome()
    return outcome is not None and outcome.winner is board.turn
