"""Finds puzzles: positions in which only one move wins, or only one does not lose.

The solver proves them, among the positions of games between levels or, on the smallest boards,
among all positions. A puzzle is graded by its depth, and by how many levels miss it.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random

from games.ai.best_play import best_line
from games.ai.budget import OutOfTime
from games.ai.choosers import chooser
from games.ai.levels import candidate_moves
from games.ai.solver import Solver, Value, Verdict, own_moves, solve
from games.engine import BOARDS, Board, IllegalMove, Variant, canonical, play_moves, write_moves
from games.study.puzzles.book import GRADES, Proof, Puzzle, read
from tests.tools.content.played_games import games_on

# The levels that try each puzzle, and how often; a level misses it if most of its tries are wrong.
TRYING, TRIALS = ("easy", "medium", "hard"), 20
MAX_MOVES = 3  # of one's own to look ahead; more count as equally hard
# On a wide board the opponent must threaten to win within THREAT plies, and the side to move must
# win within WIN plies; each search has so many seconds.
THREAT, WIN, WIN_SECONDS = 3, 9, 0.4
DRAWN_LINE = 8  # moves shown of a line that leads to a draw
MAX_SHARE = 0.4  # of one grade among the puzzles that are added
MAX_FRUITLESS = 2000  # games in a row without a new puzzle, after which there may be no more


class Unproven(Exception):
    """Time ran out before everything about the position was proven."""


def make(board: str, options: Namespace) -> None:
    """Add so many new puzzles, of mixed grades, to the file of a board."""
    known = {puzzle.id for puzzle in read(board, options.folder)}
    found = discover(BOARDS[board].variant, options.seed, options.seconds)
    for puzzle in _varied(found, known, options.count):
        add(board, puzzle, options.folder)
    print(f"Puzzles on {board} now: {len(known)}")


def check(board: str, options: Namespace) -> None:
    """Prove all puzzles of a board anew; stop at the first that is wrong."""
    seen, grades = set[str](), Counter[int]()
    for puzzle in read(board, options.folder):
        _check_puzzle(puzzle, seen, options.seconds)
        grades[puzzle.grade] += 1
    counts = ", ".join(f"{grades[grade]} of grade {grade}" for grade in GRADES)
    print(f"{board:13} {grades.total():4} puzzles are proven: {counts}")


def _varied(found: Iterator[Puzzle | None], known: set[str], count: int) -> Iterator[Puzzle]:
    """Yield up to ``count`` puzzles not in ``known``, of mixed grades, and add them to it."""
    grades, fruitless = Counter[int](), 0
    for puzzle in found:
        fruitless += 1
        if puzzle and puzzle.id not in known and grades[puzzle.grade] < MAX_SHARE * count:
            known.add(puzzle.id)
            grades[puzzle.grade] += 1
            fruitless = 0
            yield puzzle
        if grades.total() == count or fruitless == MAX_FRUITLESS:
            return


def _check_puzzle(puzzle: Puzzle, seen: set[str], seconds: float) -> None:
    """Make sure that a puzzle is right, and not among those seen."""
    try:
        error = errors_in(puzzle, seconds)
    except Unproven:
        error = f"it was not proven in {seconds:g} seconds"
    except IllegalMove:
        error = "its moves are against the rules"
    if puzzle.id in seen:
        error = "it is there twice"
    if error:
        sys.exit(f"Puzzle {puzzle.id} on {puzzle.variant} is wrong: {error}.")
    seen.add(puzzle.id)


def add(board: str, puzzle: Puzzle, folder: Path) -> None:
    with (folder / f"{board}.jsonl").open("a", encoding="utf-8") as file:
        file.write(to_line(puzzle) + "\n")


def discover(variant: Variant, seed: int, seconds: float) -> Iterator[Puzzle | None]:
    """Yield puzzles of a board, and None after each game searched.

    On small boards the puzzles come to an end; on others there are always more games. ``seconds``
    limits the time for each position, so on larger boards the same seed may give other puzzles.
    """
    rng = Random(f"{seed}/{variant}")
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
        rng = Random(f"{name}/{board}")
        misses[name] = sum(chooser(name)(board, rng) != solution for _ in range(TRIALS))
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


def to_line(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON, as it stands in its file."""
    variant, proof = puzzle.variant, puzzle.proof
    fields = {
        "id": puzzle.id,
        "moves": write_moves(puzzle.moves, variant),
        "goal": proof.goal,
        "solution": variant.cell_name(proof.solution),
        "plies": proof.plies,
        "line": write_moves(puzzle.line, variant),
        "others": _by_verdict(proof.others, variant),
        "misses": puzzle.misses,
        "grade": puzzle.grade,
    }
    return json.dumps(fields)


def _by_verdict(verdicts: Mapping[int, Verdict], variant: Variant) -> dict[str, str]:
    cells: defaultdict[str, list[int]] = defaultdict(list)
    for cell, verdict in verdicts.items():
        words = verdict.value if verdict.plies is None else f"{verdict.value} {verdict.plies}"
        cells[words].append(cell)
    return {words: write_moves(cells[words], variant) for words in sorted(cells)}
