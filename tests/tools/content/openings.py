"""Finds positions to begin a duel from: even ones, in which there is something to be decided.

On 5 x 5 and 6 x 6 the solver proves that a position is drawn, and how many moves hold the draw:
fewer than half, but not a single one. In Connect Four it proves the draw alone. On gomoku no proof
is within reach. There neither side has a forced win of up to 19 plies, and a search of some seven
plies finds neither far ahead.
"""

import json
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

from games.ai.line_patterns import PatternBoard
from games.ai.pattern_search import PatternSearch, likely_moves
from games.ai.search import Budget, OutOfTime
from games.ai.solver import Solver
from games.ai.threat_search import ThreatSearch, has_threats
from games.ai.threats import completing
from games.engine import (
    BOARDS,
    Board,
    IllegalMove,
    Mark,
    Variant,
    canonical,
    play_moves,
    write_moves,
)
from games.engine.presets import named
from games.people.duels.openings.book import PLIES, Evidence, Opening, read

AREA = 7  # cells in the middle of each side, within which the moves are
LEAST_HOLDING = 2
# On gomoku: the moves of a forced win and the nodes to look for one; the depths of a first look,
# and the most by which a side may be ahead there; the nodes of the deep one, which end after 6 to 8
# plies, and the most there, in the two means of its last three depths. An open three is worth 160.
# Whoever moves last seems ahead, so the mean of two depths counts.
WIN_MOVES, WIN_NODES = 10, 30_000
FIRST_DEPTHS, MOST_FIRST_LEAD = (3, 4), 150
DEEP_NODES, MAX_DEPTH, DEPTHS, MOST_LEAD = 40_000, 12, 3, 200
MAX_FRUITLESS = 20_000  # positions in a row without a new opening, after which there may be no more


def make(board: str, options: Namespace) -> None:
    known = {canonical(opening.board) for opening in read(board, options.folder)}
    left, fruitless = options.count, 0
    for opening in discover(BOARDS[board].variant, options.seed, options.seconds):
        if not left or fruitless == MAX_FRUITLESS:
            break
        fruitless += 1
        if opening and (position := canonical(opening.board)) not in known:
            known.add(position)
            add(board, opening, options.folder)
            left, fruitless = left - 1, 0
    print(f"Openings on {board} now: {len(known)}")


def check(board: str, options: Namespace) -> None:
    deadline = time.monotonic() + options.minutes * 60 / len(options.board)
    seen, found = set[Board](), Counter[str]()
    for opening in read(board, options.folder):
        found[_checked(opening, seen, deadline)] += 1
    counts = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
    print(f"{board:13} {found.total():4} openings: {counts}", flush=True)


def _checked(opening: Opening, seen: set[Board], deadline: float) -> str:
    seconds = deadline - time.monotonic()
    try:
        position = canonical(opening.board)
        if position not in seen and seconds <= 0:
            raise OutOfTime
        error = "it is there twice" if position in seen else errors_in(opening, seconds)
    except IllegalMove:
        error = "its moves are against the rules"
    except OutOfTime:
        seen.add(position)
        return f"not looked at to the end in time (by the file: {opening.proof})"
    if error:
        sys.exit(f"The opening {opening.moves} on {opening.variant} is wrong: {error}.")
    seen.add(position)
    return "even by the search" if opening.lead is not None else "proven to be drawn"


def add(board: str, opening: Opening, folder: Path) -> None:
    with (folder / f"{board}.jsonl").open("a", encoding="utf-8") as file:
        file.write(to_line(opening) + "\n")


def to_line(opening: Opening) -> str:
    fields = {
        "moves": write_moves(opening.moves, opening.variant),
        "proof": opening.proof,
        "holding": opening.holding,
        "lead": opening.lead,
    }
    return json.dumps({name: value for name, value in fields.items() if value is not None})


def discover(variant: Variant, seed: int, seconds: float) -> Iterator[Opening | None]:
    rng = Random(f"{seed}/{variant}")
    while True:
        moves = _random_moves(variant, rng)
        try:
            yield judge(variant, moves, seconds) if moves else None
        except OutOfTime:
            yield None


def judge(variant: Variant, moves: tuple[int, ...], seconds: float) -> Opening | None:
    board, name = play_moves(Board(variant), moves), _name(variant)
    if any(completing(board, mark, board.legal_moves()) for mark in Mark):
        return None
    lead = _lead(board) if name == "gomoku" else 0
    if lead is None or _is_won_by_threats(board):
        return None
    if name == "gomoku":
        return Opening(variant, moves, Evidence.SEARCH, lead=lead)
    holding = _holding_moves(board, seconds)
    if variant.drop:
        return None if holding is None else Opening(variant, moves, Evidence.SOLVER)
    if holding is None or not LEAST_HOLDING <= holding < len(board.legal_moves()) / 2:
        return None
    return Opening(variant, moves, Evidence.SOLVER, holding)


def errors_in(opening: Opening, seconds: float) -> str:
    if len(opening.moves) != PLIES[_name(opening.variant)]:
        return "it has another number of moves than the openings of its board"
    found = judge(opening.variant, opening.moves, seconds)
    if found is None:
        return "it is not even, or not sharp"
    if (found.holding, found.lead) != (opening.holding, opening.lead):
        return "what it says of its position is not what is found"
    return ""


def _is_won_by_threats(board: Board) -> bool:
    if not has_threats(board.variant):
        return False
    patterns, side = PatternBoard(board), board.ply % 2
    own, other = (ThreatSearch(patterns, each, WIN_MOVES) for each in (side, 1 - side))
    return bool(own.win(Budget(nodes=WIN_NODES)) or other.win_after_answer(Budget(nodes=WIN_NODES)))


def _holding_moves(board: Board, seconds: float) -> int | None:
    solver = Solver(board, seconds)
    for number in (0, -1):
        solver.root.null_window_test(number)
    if solver.root.lower > 0 or solver.root.upper < 0:
        return None
    children = () if board.variant.drop else solver.children.values()
    for child in children:
        child.null_window_test(0)
    return sum(child.upper <= 0 for child in children)


def _lead(board: Board) -> int | None:
    first = _leads(board, Budget(), FIRST_DEPTHS[-1])[-len(FIRST_DEPTHS) :]
    if abs(sum(first)) > len(first) * MOST_FIRST_LEAD:
        return None
    deep = _leads(board, Budget(nodes=DEEP_NODES), MAX_DEPTH)[-DEPTHS:]
    means = [(one + other) // 2 for one, other in pairwise(deep)]
    return means[-1] if max(map(abs, means)) <= MOST_LEAD else None


def _leads(board: Board, budget: Budget, depth: int) -> list[int]:
    search = PatternSearch(board)
    search.best_moves(likely_moves(board), budget, depth)
    return search.leads


def _random_moves(variant: Variant, rng: Random) -> tuple[int, ...]:
    board, moves = Board(variant), list[int]()
    for _ in range(PLIES[_name(variant)]):
        moves.append(rng.choice([c for c in board.legal_moves() if _is_central(c, variant)]))
        board = board.play(moves[-1])
        if board.is_over:
            return ()
    return tuple(moves)


def _is_central(cell: int, variant: Variant) -> bool:
    sides = zip(variant.place(cell), (variant.width, variant.height), strict=True)
    return all(abs(2 * place - side + 1) < AREA for place, side in sides)


def _name(variant: Variant) -> str:
    preset = named(variant)
    return preset.id if preset else ""
