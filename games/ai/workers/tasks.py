"""The tasks for the worker processes, and their form as one line of JSON."""

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

# The verdict of each move, by cell.
Verdicts = dict[str, "VerdictJSON"]


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """A search of one position. All fields are text or numbers, so that a task fits into JSON."""

    kind: ClassVar[str]

    variant: str
    position: str

    def line(self) -> bytes:
        """Return the task as a line of JSON, as ``read`` takes it."""
        return json.dumps({"task": self.kind, **asdict(self)}).encode() + b"\n"

    @property
    def board(self) -> Board:
        """The position. It was written by ``str(board)``, so it needs no check."""
        return Board.from_stored(self.position, Variant.parse(self.variant))

    def carry_out(self, rng: Random) -> T:
        """Search, and return the result; seconds may pass. The result can be written as JSON."""
        raise NotImplementedError

    def guess(self, rng: Random) -> T:
        """Return a substitute for the result without a search."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class ChooseMove(Task[int]):
    """Choose a cell as a level does."""

    kind: ClassVar[str] = "search"

    level: str

    @classmethod
    def of(cls, level: str, board: Board) -> ChooseMove:
        return cls(str(board.variant), str(board), level)

    def carry_out(self, rng: Random) -> int:
        return LEVELS[self.level].choose(self.board, rng)

    def guess(self, rng: Random) -> int:
        """Choose at random among the cells that win at once, or else among all."""
        board = self.board
        moves = board.legal_moves()
        wins = [cell for cell in moves if _wins(board, cell)]
        return rng.choice(wins or moves)


@dataclass(frozen=True, slots=True)
class SolveMoves(Task[Verdicts]):
    """Prove the verdict of each move, as far as possible in so many ``seconds``."""

    kind: ClassVar[str] = "solve"

    seconds: float

    @classmethod
    def of(cls, board: Board, seconds: float) -> SolveMoves:
        return cls(str(board.variant), str(board), seconds)

    def carry_out(self, rng: Random) -> Verdicts:
        moves = solver.solve(self.board, self.seconds).moves
        return {str(cell): _to_json(verdict) for cell, verdict in moves.items()}

    def guess(self, rng: Random) -> Verdicts:
        """Return unknown verdicts, for nothing is proven without a search."""
        return {str(cell): _to_json(solver.UNKNOWN) for cell in self.board.legal_moves()}


TASKS: dict[str, type[Task[Any]]] = {task.kind: task for task in (ChooseMove, SolveMoves)}


def read(line: str | bytes) -> Task[Any]:
    """Read a task from a line that ``Task.line`` has written."""
    fields = json.loads(line)
    return TASKS[fields.pop("task")](**fields)


def _to_json(verdict: solver.Verdict) -> VerdictJSON:
    return {"value": verdict.value.value, "plies": verdict.plies}


def _wins(board: Board, cell: int) -> bool:
    outcome = board.play(cell).outcome()
    return outcome is not None and outcome.winner is board.turn
