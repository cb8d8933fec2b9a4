"""Finds positions to begin a duel from: even ones, in which there is something to be decided.

On 5 x 5 the solver proves that a position is drawn, and that fewer than half of the moves hold the
draw. In Connect Four it proves the draw alone. No proof is within reach on the larger boards, so
there a search has to find neither side ahead.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from games.ai.alphabeta import OutOfTime
from games.ai.evaluation import evaluate_moves, evaluation_for
from games.ai.solver import Solver
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
# On boards without proofs: how many plies to search, a first time to leave out most positions, and
# the most by which a side may be ahead, in units of the evaluation.
DEPTHS = {"6x6": (4, 8), "gomoku": (2, 4)}
MOST_LEAD = {"6x6": 100, "gomoku": 400}
MAX_FRUITLESS = 20_000  # positions in a row without a new opening, after which there may be no more


def make(board: str, options: Namespace) -> None:
    """Add so many new openings to the file of a board."""
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
    """Prove all openings of a board anew, as far as there is time; stop at a wrong one."""
    seen, found = set[Board](), Counter[str]()
    for opening in read(board, options.folder):
        found[_checked(opening, seen, options.seconds)] += 1
    counts = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
    print(f"{board:13} {found.total():4} openings: {counts}")


def _checked(opening: Opening, seen: set[Board], seconds: float) -> str:
    """Make sure that an opening is right, and not among those seen; say how that is known."""
    try:
        position = canonical(opening.board)
        error = "it is there twice" if position in seen else errors_in(opening, seconds)
    except IllegalMove:
        error = "its moves are against the rules"
    except OutOfTime:
        seen.add(position)
        return f"not proven in {seconds:g} seconds (by the file: {opening.proof})"
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
    """Yield openings of a board, and None for each position that is none.

    ``seconds`` limits the time for each position.
    """
    rng = Random(f"{seed}/{variant}")
    while True:
        moves = _random_moves(variant, rng)
        try:
            yield judge(variant, moves, seconds) if moves else None
        except OutOfTime:
            yield None


def judge(variant: Variant, moves: tuple[int, ...], seconds: float) -> Opening | None:
    """Return the opening of these moves, None if the position is not even or not sharp.

    :raises OutOfTime: if that cannot be proven in time.
    """
    board, name = play_moves(Board(variant), moves), _name(variant)
    if any(completing(board, mark, board.legal_moves()) for mark in Mark):
        return None
    if name in DEPTHS:
        lead = _lead(board, name)
        return None if lead is None else Opening(variant, moves, Evidence.SEARCH, lead=lead)
    counts_moves = not variant.drop
    holding = _holding_moves(board, seconds, counts_moves=counts_moves)
    if holding is None or 2 * holding >= len(board.legal_moves()):
        return None
    return Opening(variant, moves, Evidence.SOLVER, holding if counts_moves else None)


def errors_in(opening: Opening, seconds: float) -> str:
    """Prove an opening again, and return its error, "" if it is right.

    :raises OutOfTime: if that cannot be proven in time.
    """
    if len(opening.moves) != PLIES[_name(opening.variant)]:
        return "it has another number of moves than the openings of its board"
    found = judge(opening.variant, opening.moves, seconds)
    if found is None:
        return "it is not even, or not sharp"
    if (found.holding, found.lead) != (opening.holding, opening.lead):
        return "what it says of its position is not what is found"
    return ""


def _holding_moves(board: Board, seconds: float, *, counts_moves: bool) -> int | None:
    """Return how many moves hold the draw (0 if they are not counted), None if it is no draw.

    :raises OutOfTime: if that cannot be proven in time.
    """
    solver = Solver(board, seconds)
    for number in (0, -1):
        solver.root.null_window_test(number)
    if solver.root.lower > 0 or solver.root.upper < 0:
        return None
    children = solver.children.values() if counts_moves else ()
    for child in children:
        child.null_window_test(0)
    return sum(child.upper <= 0 for child in children)


def _lead(board: Board, name: str) -> int | None:
    """Return by how much the side to move is ahead, None if either side is ahead too far."""
    lead = None
    for depth in DEPTHS[name]:
        values = evaluate_moves(board, evaluation_for(board.variant), depth=depth)
        lead = max(values.values())
        if abs(lead) > MOST_LEAD[name]:
            return None
    return lead


def _random_moves(variant: Variant, rng: Random) -> tuple[int, ...]:
    """Return random moves in the middle of the board, none if they end the game."""
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
