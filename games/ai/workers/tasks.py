"""The tasks for the worker processes, and their form as one line of JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from games.ai import solver
from games.ai.advice import advise
from games.ai.levels import candidate_moves
from games.ai.recorded_search import search_tree
from games.ai.review import Label, MoveReview, review_move
from games.ai.search_methods import METHODS
from games.ai.selfplay import PLAYERS
from games.engine import Board, Variant

if TYPE_CHECKING:
    # Not at run time: workers start without site packages, and the wire format needs msgspec.
    from games.protocol import AdviceJSON, MoveReviewJSON, VerdictJSON

T = TypeVar("T")

# Boards of up to so many cells are proven at once, and come up again and again.
MAX_REMEMBERED_CELLS = 9


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
    """Choose a cell as a computer player does, one of the levels or another."""

    kind: ClassVar[str] = "search"

    player: str

    @classmethod
    def of(cls, player: str, board: Board) -> ChooseMove:
        return cls(str(board.variant), str(board), player)

    def carry_out(self, rng: Random) -> int:
        return PLAYERS[self.player](self.board, rng)

    def guess(self, rng: Random) -> int:
        return _guess(self.board, rng)


@dataclass(frozen=True, slots=True)
class Advise(Task["AdviceJSON"]):
    """Say what each move leads to, as far as it is proven in ``seconds``, and which is best."""

    kind: ClassVar[str] = "advise"

    seconds: float

    @classmethod
    def of(cls, board: Board, seconds: float) -> Advise:
        return cls(str(board.variant), str(board), seconds)

    def carry_out(self, rng: Random) -> AdviceJSON:
        advice = advise(self.board, self.seconds)
        verdicts = {str(cell): _to_json(verdict) for cell, verdict in advice.verdicts.items()}
        return {"verdicts": verdicts, "best": advice.best, "is_proven": advice.is_proven}

    def guess(self, rng: Random) -> AdviceJSON:
        """Recommend a guessed move, with unknown verdicts: nothing is proven without a search."""
        verdicts = {str(cell): _to_json(solver.UNKNOWN) for cell in self.board.legal_moves()}
        return {"verdicts": verdicts, "best": [_guess(self.board, rng)], "is_proven": False}


@dataclass(frozen=True, slots=True)
class BuildTree(Task[list[Any]]):
    """Search by a method, so many plies deep or to the end, and return the search tree."""

    kind: ClassVar[str] = "tree"

    method: str
    depth: int | None

    @classmethod
    def of(cls, board: Board, method: str, depth: int | None) -> BuildTree:
        return cls(str(board.variant), str(board), method, depth)

    def carry_out(self, rng: Random) -> list[Any]:
        return search_tree(self.board, METHODS[self.method], self.depth).to_json()

    def guess(self, rng: Random) -> list[Any]:
        """Return nothing: what a search has not visited cannot be shown."""
        return []


@dataclass(frozen=True, slots=True)
class ReviewMove(Task["MoveReviewJSON"]):
    """Review the move to a cell, in about so many ``seconds``."""

    kind: ClassVar[str] = "review"

    cell: int
    seconds: float

    @classmethod
    def of(cls, board: Board, cell: int, seconds: float) -> ReviewMove:
        return cls(str(board.variant), str(board), cell, seconds)

    def carry_out(self, rng: Random) -> MoveReviewJSON:
        board = self.board
        if board.variant.size <= MAX_REMEMBERED_CELLS:
            return _remembered_review(self)
        return _review_to_json(review_move(board, self.cell, self.seconds))

    def guess(self, rng: Random) -> MoveReviewJSON:
        """Say that the move was not reviewed."""
        unknown = _to_json(solver.UNKNOWN)
        return {
            "cell": self.cell,
            "label": Label.UNKNOWN,
            "before": unknown,
            "after": unknown,
            "better": [],
            "line": [],
            "standing": 0.0,
        }


TASKS: dict[str, type[Task[Any]]] = {
    task.kind: task for task in (ChooseMove, Advise, BuildTree, ReviewMove)
}


def read(line: str | bytes) -> Task[Any]:
    """Read a task from a line that ``Task.line`` has written."""
    fields = json.loads(line)
    return TASKS[fields.pop("task")](**fields)


def _to_json(verdict: solver.Verdict) -> VerdictJSON:
    return {"value": verdict.value.value, "plies": verdict.plies}


def _review_to_json(review: MoveReview) -> MoveReviewJSON:
    return {
        "cell": review.cell,
        "label": review.label.value,
        "before": _to_json(review.before),
        "after": _to_json(review.after),
        "better": review.better,
        "line": list(review.line),
        "standing": round(review.standing, 3) + 0.0,  # which makes 0.0 of -0.0
        "unproven": list(review.unproven),
    }


@lru_cache(maxsize=20_000)
def _remembered_review(task: ReviewMove) -> MoveReviewJSON:
    return _review_to_json(review_move(task.board, task.cell, inf))


def _guess(board: Board, rng: Random) -> int:
    """Choose at random among the cells that win at once, or else among those near the marks."""
    moves = list(candidate_moves(board))
    wins = [cell for cell in moves if _wins(board, cell)]
    return rng.choice(wins or moves)


def _wins(board: Board, cell: int) -> bool:
    outcome = board.play(cell).outcome()
    return outcome is not None and outcome.winner is board.turn
