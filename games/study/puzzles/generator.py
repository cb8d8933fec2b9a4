"""Finds puzzles: positions in which only one move wins, or only one does not lose.

The solver proves them, among the positions of games between levels or, on the smallest boards,
among all positions. A puzzle is graded by its depth, and by how many levels miss it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from games.ai.alphabeta import OutOfTime
from games.ai.best_play import best_line
from games.ai.levels import LEVELS, candidate_moves
from games.ai.solver import Solver, Value, Verdict, own_moves, solve
from games.engine import Board, Variant, canonical, play_moves
from games.study.puzzles.games import games_on

GRADES = range(1, 6)
# The levels that try each puzzle, and how often; a level misses it if most of its tries are wrong.
TRYING, TRIALS = ("easy", "medium", "hard"), 20
MAX_MOVES = 3  # of one's own to look ahead; more count as equally hard
# On a wide board the opponent must threaten to win within THREAT plies, and the side to move must
# win within WIN plies; each search has so many seconds.
THREAT, WIN, WIN_SECONDS = 3, 9, 0.4
DRAWN_LINE = 8  # moves shown of a line that leads to a draw


class Unproven(Exception):
    """Time ran out before everything about the position was proven."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The solver's proof of a puzzle.

    ``plies`` is the distance to the win or, if the goal is a draw, to the slowest loss after
    another move. ``others`` are the verdicts of all other moves.
    """

    solution: int
    goal: Value
    plies: int
    others: Mapping[int, Verdict]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, given by its moves, with the proof and the grade of the puzzle.

    ``line`` is best play that begins with the solution, to the end of a win or for the first moves
    of a draw. ``misses`` says how many of ``TRIALS`` times each level chose another move.
    """

    id: str
    variant: Variant
    moves: tuple[int, ...]
    proof: Proof
    line: tuple[int, ...]
    misses: Mapping[str, int]
    grade: int

    @property
    def board(self) -> Board:
        return play_moves(Board(self.variant), self.moves)


def discover(variant: Variant, seed: int, seconds: float) -> Iterator[Puzzle | None]:
    """Yield puzzles of a board, and None after each game searched.

    On small boards the puzzles come to an end; on others there are always more games. ``seconds``
    limits the time for each position, so on larger boards the same seed may give other puzzles.
    """
    rng = Random(f"{seed}/{variant}")  # noqa: S311 - the games must be repeatable
    for positions in games_on(variant, rng):
        yield from _of_game(variant, positions, seconds)
        yield None


def prove(board: Board, seconds: float) -> Proof | None:
    """Return the proof that a position is a puzzle, or None if it is none.

    :raises Unproven: if neither can be proven in time.
    """
    solution = _only_good_move(board, seconds)
    if solution is None:
        return None
    moves = solve(board, seconds).moves
    if any(each.value is not Value.DRAW and each.plies is None for each in moves.values()):
        raise Unproven
    verdict = moves.pop(solution)
    plies = verdict.plies or max(other.plies or 0 for other in moves.values())
    return Proof(solution, verdict.value, plies, moves)


def _only_good_move(board: Board, seconds: float) -> int | None:
    """Return the only move that wins or, without a win, the only one that does not lose.

    :raises Unproven: if that cannot be proven in time.
    """
    solver = Solver(board, seconds)
    good: list[int] = []
    try:
        solver.solve_root()
        # The highest value for the opponent after a good move: a loss, or else a draw.
        most = -1 if solver.root.lower > 0 else 0
        for cell, child in solver.children.items():
            child.null_window_test(most)
            good += [cell] if child.upper <= most else []
            if len(good) > 1:
                return None
    except OutOfTime:
        raise Unproven from None
    return good[0] if good and len(solver.children) > 1 else None


def errors_in(puzzle: Puzzle, seconds: float) -> str:
    """Prove a puzzle again, and return its error, "" if it is right.

    :raises Unproven: if that cannot be proven in time.
    """
    board = puzzle.board
    if prove(board, seconds) != puzzle.proof:
        return "what it says of its moves is not what the solver proves"
    if not _is_line(puzzle):
        return "its line does not lead where it should"
    if puzzle.id != id_of(board):
        return "its id is another position's"
    if puzzle.grade != grade(puzzle.proof.plies, puzzle.misses):
        return "its grade is not the one of its depth and misses"
    return ""


def id_of(board: Board) -> str:
    """Return the id of a puzzle, which symmetric positions share."""
    return sha256(f"{board.variant} {canonical(board)}".encode()).hexdigest()[:8]


def grade(plies: int, misses: Mapping[str, int]) -> int:
    """Return the difficulty of a puzzle, from 1 to 5.

    >>> grade(1, {"easy": 4, "medium": 0, "hard": 0}), grade(5, {"easy": 18, "medium": 15})
    (1, 4)
    """
    depth = min(own_moves(plies), MAX_MOVES)
    missed_by = sum(2 * missed > TRIALS for missed in misses.values())
    return max(GRADES.start, depth + missed_by - 1)


def misses_of(board: Board, solution: int) -> dict[str, int]:
    """Return how many of ``TRIALS`` times each level chooses another move."""
    misses = dict.fromkeys(TRYING, 0)
    for name in TRYING:
        rng = Random(f"{name}/{board}")  # noqa: S311 - the tries must be repeatable
        misses[name] = sum(LEVELS[name].choose(board, rng) != solution for _ in range(TRIALS))
    return misses


def _of_game(
    variant: Variant, positions: list[tuple[int, ...]], seconds: float
) -> Iterator[Puzzle]:
    """Yield the puzzles among the last positions of a game, the deepest for each solution.

    Earlier positions are harder to prove, so the search goes back until one takes too long.
    """
    found: dict[int, tuple[tuple[int, ...], Proof]] = {}
    for moves in positions:
        board = play_moves(Board(variant), moves)
        try:
            proof = prove(board, seconds) if _may_be_proven(board) else None
        except Unproven:
            break
        if proof and proof.plies >= found.get(proof.solution, (moves, proof))[1].plies:
            found[proof.solution] = moves, proof
    for moves, proof in found.values():
        yield _puzzle(variant, moves, proof)


def _puzzle(variant: Variant, moves: tuple[int, ...], proof: Proof) -> Puzzle:
    board = play_moves(Board(variant), moves)
    misses = misses_of(board, proof.solution)
    level, line = grade(proof.plies, misses), _line(board, proof)
    return Puzzle(id_of(board), variant, moves, proof, line, misses, level)


def _may_be_proven(board: Board) -> bool:
    """Say whether a proof of a position may be possible.

    On a wide board the solver proves nothing about quiet moves. So there the opponent must threaten
    to win soon, and the side to move must be able to win soon.
    """
    if board.outcome() or board.is_dead:
        return False
    idle = set(board.legal_moves()).difference(candidate_moves(board))
    if not idle:
        return True
    return _wins_within(THREAT, board.play(min(idle))) and _wins_within(WIN, board)


def _wins_within(plies: int, board: Board) -> bool:
    """Say whether a short search proves that the side to move wins within ``plies``."""
    solver = Solver(board, WIN_SECONDS)
    with suppress(OutOfTime):
        solver.root.null_window_test(solver.root.win_now - plies - 1)
    return solver.verdict.value is Value.WIN


def _line(board: Board, proof: Proof) -> tuple[int, ...]:
    length = proof.plies if proof.goal is Value.WIN else DRAWN_LINE
    return (proof.solution, *best_line(board.play(proof.solution), length - 1))


def _is_line(puzzle: Puzzle) -> bool:
    """Say whether the line begins with the solution, and wins in time or holds the draw."""
    proof, board = puzzle.proof, play_moves(puzzle.board, puzzle.line)
    outcome = board.outcome()
    if puzzle.line[:1] != (proof.solution,):
        return False
    if proof.goal is Value.DRAW:
        return outcome is None or outcome.winner is None
    is_won = outcome is not None and outcome.winner is puzzle.board.turn
    return is_won and len(puzzle.line) == proof.plies
