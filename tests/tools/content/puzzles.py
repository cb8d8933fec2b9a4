"""Finds puzzles: positions in which only one move wins, or only one does not lose.

They are found among the positions of games between levels or, on the smallest boards, among all
positions, and proven to their ends. A puzzle is graded by its depth, and by how many levels miss
it.
"""

import json
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from games.ai.choosers import chooser
from games.ai.levels import candidate_moves
from games.ai.search import OutOfTime
from games.ai.solver import Solver, Value, own_moves
from games.ai.threat_search import forced_win
from games.engine import BOARDS, Board, IllegalMove, Variant, play_moves, write_moves
from games.study.puzzles.book import GRADES, Cells, Puzzle, Refutation, Stage, Theme, read
from tests.tools.content.played_games import games_on
from tests.tools.content.puzzle_ids import id_of
from tests.tools.content.puzzle_stages import Unproven, is_wide, judged, refutes, unfold
from tests.tools.content.puzzle_themes import theme_of, theme_of_win

# The levels that try each puzzle, and how often; a level misses it if most of its tries are wrong.
TRYING, TRIALS = ("easy", "medium", "hard"), 20
MAX_MOVES = 3  # of one's own to look ahead; more count as equally hard
MAX_ASKED = 8  # of one's own moves in a new puzzle
MAX_ON_WIDE = 3  # right moves at the beginning of a new puzzle; elsewhere there is one
MAX_SHARE = 0.4  # of one grade among the puzzles that are added
MAX_FRUITLESS = 2000  # games in a row without a new puzzle, after which there may be no more
NODES = 600  # for a first look whether a win can be forced on a wide board


def make(board: str, options: Namespace) -> None:
    known = {puzzle.id for puzzle in read(board, options.folder)}
    theme = Theme(options.theme) if options.theme else None
    found = discover(BOARDS[board].variant, options.seed, options.seconds, theme)
    for puzzle in _varied(found, known, options.count):
        add(board, puzzle, options.folder)
    print(f"Puzzles on {board} now: {len(known)}")


def check(board: str, options: Namespace) -> None:
    deadline = time.monotonic() + options.minutes * 60 / len(options.board)
    puzzles, seen = read(board, options.folder), set[str]()
    proven = sum(_is_proven(puzzle, seen, deadline) for puzzle in puzzles)
    rest = f", {len(puzzles) - proven} not in time" if proven < len(puzzles) else ""
    print(f"{board:13} {proven:4} of {len(puzzles)} puzzles are proven{rest}", flush=True)


def _is_proven(puzzle: Puzzle, seen: set[str], deadline: float) -> bool:
    try:
        error = "it is there twice" if puzzle.id in seen else errors_in(puzzle, deadline)
    except Unproven:
        error = None
    except IllegalMove:
        error = "its moves are against the rules"
    if error:
        sys.exit(f"Puzzle {puzzle.id} on {puzzle.variant} is wrong: {error}.")
    seen.add(puzzle.id)
    return error is not None


def _varied(found: Iterator[Puzzle | None], known: set[str], count: int) -> Iterator[Puzzle]:
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


def add(board: str, puzzle: Puzzle, folder: Path) -> None:
    with (folder / f"{board}.jsonl").open("a", encoding="utf-8") as file:
        file.write(to_line(puzzle) + "\n")


def discover(
    variant: Variant, seed: int, seconds: float, theme: Theme | None = None
) -> Iterator[Puzzle | None]:
    rng = Random(f"{seed}/{variant}")
    for positions in games_on(variant, rng):
        puzzles = _of_game(variant, positions, seconds, theme)
        yield from (puzzle for puzzle in puzzles if theme in (None, puzzle.theme))
        yield None


def prove(board: Board, deadline: float) -> tuple[Value, Stage] | None:
    goal = _goal_on_wide(board, deadline) if is_wide(board) else _goal(board, deadline)
    return (goal, unfold(board, goal, deadline)) if goal else None


def _goal_on_wide(board: Board, deadline: float) -> Value | None:
    values = [verdict.value for verdict in judged(board, deadline).values()]
    return Value.WIN if 0 < values.count(Value.WIN) <= MAX_ON_WIDE else None


def _goal(board: Board, deadline: float) -> Value | None:
    solver = Solver(board, deadline - time.monotonic())
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
    is_puzzle = good and len(solver.children) > 1
    return (Value.WIN if most < 0 else Value.DRAW) if is_puzzle else None


def errors_in(puzzle: Puzzle, deadline: float = inf) -> str:
    board = puzzle.board
    if puzzle.id != id_of(board):
        return "its id is another position's"
    if puzzle.theme != theme_of(puzzle):
        return "its theme is not what its moves do"
    if puzzle.grade != grade(puzzle.plies, puzzle.misses):
        return "its grade is not the one of its depth and misses"
    if not _asks_well(puzzle):
        return "it asks for the only move that holds where more than one does, or none is wrong"
    return _errors_at(puzzle.stage, board, puzzle, deadline)


def _asks_well(puzzle: Puzzle) -> bool:
    asked = [stage for stage in puzzle.stage.with_following() if stage.right]
    return puzzle.goal is Value.WIN or all(stage.has_only_move for stage in asked)


def _errors_at(stage: Stage, board: Board, puzzle: Puzzle, deadline: float) -> str:
    if not stage.right:
        return "" if _is_reached(board, puzzle) else "it does not lead where it should"
    verdicts = judged(board, deadline)
    for cell, verdict in verdicts.items():
        if not verdict.is_known and cell not in stage.unproven:
            raise Unproven
        is_right = cell in stage.right or cell in stage.also
        if cell not in stage.unproven and is_right != (verdict.value is puzzle.goal):
            return "what it says of its moves is not what the solver proves"
        if not (is_right or cell in stage.unproven):
            refutation = stage.refutation(cell)
            if not refutes(board.play(cell), replace(refutation, verdict=verdict), deadline):
                return "what it shows after a wrong move is not best play"
    return next(filter(None, _errors_after(stage, board, puzzle, deadline)), "")


def _errors_after(stage: Stage, board: Board, puzzle: Puzzle, deadline: float) -> Iterator[str]:
    for cell, after in stage.right.items():
        child = board.play(cell)
        if after.reply is None:
            yield _errors_at(after, child, puzzle, deadline)
        elif not is_wide(board) and not _holds_out(child, after.reply, deadline):
            yield "a reply does not hold out longest"
        else:
            yield _errors_at(after, child.play(after.reply), puzzle, deadline)


def _holds_out(child: Board, reply: int, deadline: float) -> bool:
    verdicts = judged(child, deadline)
    if not all(verdict.is_known for verdict in verdicts.values()):
        raise Unproven
    return verdicts[reply].rank == max(verdict.rank for verdict in verdicts.values())


def _is_reached(board: Board, puzzle: Puzzle) -> bool:
    outcome, winner = board.outcome(), puzzle.board.turn
    if puzzle.goal is Value.WIN:
        return outcome is not None and outcome.winner is winner
    return outcome is None or outcome.winner is None


def grade(plies: int, misses: Mapping[str, int]) -> int:
    """Return the difficulty of a puzzle, from 1 to 5.

    >>> grade(1, {"easy": 4, "medium": 0, "hard": 0}), grade(5, {"easy": 18, "medium": 15})
    (1, 4)
    """
    depth = min(own_moves(plies), MAX_MOVES)
    missed_by = sum(2 * missed > TRIALS for missed in misses.values())
    return max(min(GRADES), depth + missed_by - 1)


def misses_of(puzzle: Puzzle) -> dict[str, int]:
    board, misses = puzzle.board, dict.fromkeys(TRYING, 0)
    for name in TRYING:
        rng = Random(f"{name}/{board}")
        tries = (chooser(name)(board, rng) for _ in range(TRIALS))
        misses[name] = sum(puzzle.stage.keeps(cell) is None for cell in tries)
    return misses


def _of_game(
    variant: Variant, positions: list[Cells], seconds: float, theme: Theme | None
) -> Iterator[Puzzle]:
    found: dict[int, Puzzle] = {}
    for moves in positions:
        board = play_moves(Board(variant), moves)
        try:
            proof = prove(board, time.monotonic() + seconds) if _may_be(board, theme) else None
        except Unproven:
            break
        if proof:
            puzzle = _puzzle(variant, moves, *proof)
            if puzzle.plies >= found.get(puzzle.solution, puzzle).plies:
                found[puzzle.solution] = puzzle
    for puzzle in found.values():
        if len(list(puzzle.stage.best())) <= MAX_ASKED:
            misses = misses_of(puzzle)
            yield replace(puzzle, misses=misses, grade=grade(puzzle.plies, misses))


def _puzzle(variant: Variant, moves: tuple[int, ...], goal: Value, stage: Stage) -> Puzzle:
    id = id_of(play_moves(Board(variant), moves))
    puzzle = Puzzle(id, variant, moves, goal, None, lambda: stage, {}, min(GRADES))
    return replace(puzzle, theme=theme_of(puzzle))


def _may_be(board: Board, theme: Theme | None) -> bool:
    if board.outcome() or board.is_dead:
        return False
    if is_wide(board):
        line = forced_win(board, nodes=NODES)
        return line is not None and theme in (None, theme_of_win(board, line))
    return not set(board.legal_moves()).difference(candidate_moves(board))


def to_line(puzzle: Puzzle) -> str:
    fields = {
        "id": puzzle.id,
        "moves": write_moves(puzzle.moves, puzzle.variant),
        "goal": puzzle.goal,
        "theme": puzzle.theme or "",
        "stage": _stage_fields(puzzle.stage, puzzle.variant),
        "misses": puzzle.misses,
        "grade": puzzle.grade,
    }
    return json.dumps(fields)


def _stage_fields(stage: Stage, variant: Variant) -> dict[str, Any]:
    def after(cells: Mapping[int, Stage]) -> dict[str, Any]:
        return {
            variant.cell_name(cell): _stage_fields(each, variant) for cell, each in cells.items()
        }

    fields = {
        "reply": "" if stage.reply is None else variant.cell_name(stage.reply),
        "right": after(stage.right),
        "also": write_moves(stage.also, variant),
        "wrong": {
            _words(r, variant): write_moves(cells, variant) for r, cells in stage.wrong.items()
        },
        "unproven": write_moves(stage.unproven, variant),
    }
    return {name: value for name, value in fields.items() if value}


def _words(refutation: Refutation, variant: Variant) -> str:
    verdict, names = refutation.verdict, write_moves(refutation.line, variant)
    plies = "" if verdict.plies is None else f"{verdict.plies} "
    return f"{verdict.value} {plies}{names}"
