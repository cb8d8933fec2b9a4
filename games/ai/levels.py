from __future__ import annotations

import time
from collections.abc import Collection
from itertools import product
from math import exp, inf
from random import Random

from games.ai.computer_players import SOLVED, Level
from games.ai.evaluation import evaluate_moves, line_lacking_one
from games.ai.opening_book import CONNECT_FOUR
from games.ai.pattern_search import strongest_by_threats
from games.ai.search import MIN_WIN_SCORE, WIN_SCORE
from games.ai.solver import solve, strong_moves
from games.ai.threat_search import has_threats
from games.ai.threats import completing, completing_any
from games.engine import Board, Variant

# Time limits in seconds: to solve the position, to solve the opponent's replies, and to evaluate.
# Together they keep a reply within a second on a slow core that other work shares.
SOLVE_SECONDS, TRAP_SECONDS, EVALUATE_SECONDS = 0.2, 0.1, 0.2
# Connect Four is proven in most positions within a tenth of a second, and with 13 to 16 stones in
# some only within seconds, for which the champion waits.
LONG_SOLVE_SECONDS = 3.5
# On boards of more cells the solver would prove nothing in its time but wins by threats; the search
# for threats finds them sooner, and has all the time.
MAX_PROVABLE_CELLS = 64
# A level overlooks its own lines as if they were this many times shorter than the opponent's.
OWN_LINES = 12
# A level that does not look ahead still sees the end of a game within this many plies: a move and
# the reply.
REPLY = 2
# The utility of a move is measured in lines that lack one mark. Below, in this unit: the greatest
# utility of a move that does not end the game; how far below the best the search need not tell
# moves apart, because they are hardly ever chosen; and the utility of a win, which is
# enough for it to be chosen among hundreds of other moves.
MAX_UTILITY = 4.0
MARGIN = 3
WIN_UTILITY = 30
# Of wide boards without threats only those with so few open cells are solved in this time.
FEW_OPEN = 30
# On wider boards where nothing falls, people play near what has been played: the weaker levels
# choose, and make their mistakes, among the cells within so many steps of a mark.
NARROW, NEAR = 6, 2


def choose(level: Level, board: Board, rng: Random) -> int:
    chances = weights(level, board, rng)
    return rng.choices(list(chances), list(chances.values()))[0]


def weights(level: Level, board: Board, rng: Random) -> dict[int, float]:
    """Return the relative probabilities of moves, by cell."""
    overlooked, invitations = _overlooked(level, board, rng), _invitations(level, board, rng)
    sees_all = not (overlooked or invitations)
    if sees_all and _uses_solver(level, board, rng):
        return dict.fromkeys(strongest(board), 1.0)
    # A deeper search would find the cells that it has overlooked.
    searches = sees_all and rng.random() < level.foresight
    values = evaluate_moves(
        board,
        depth=(level.depth or 1) if searches else 1,
        seconds=EVALUATE_SECONDS,
        margin=MARGIN * line_lacking_one(board.variant),
    )
    horizon = board.variant.size if searches else REPLY
    utilities = {cell: utility(board, values[cell], horizon) for cell in candidate_moves(board)}
    _hide(overlooked, utilities, board.variant)
    _hide_mean(invitations, utilities)
    best = max(utilities.values())
    return {cell: exp((u - best) / level.temperature) for cell, u in utilities.items()}


def _uses_solver(level: Level, board: Board, rng: Random) -> bool:
    return level.depth is None or (board.variant in SOLVED and rng.random() < level.solves)


def _overlooked(level: Level, board: Board, rng: Random) -> set[int]:
    # On small boards these are also the lines that win one of them.
    own, other = _threats(board)
    run = board.variant.run
    if board.variant.misere:
        return {cell for cell in sorted(own) if rng.random() > level.sight**run}
    overlooked = {c for c in sorted(own) if rng.random() > level.sight ** (run / OWN_LINES)}
    return overlooked | {c for c in sorted(other - own) if rng.random() > level.sight**run}


def _invitations(level: Level, board: Board, rng: Random) -> set[int]:
    # That is so where a move says where the next one goes: who looks at one place overlooks
    # another.
    if not board.variant.rules.remembers_last or level.sight == 1:
        return set()
    children = [(cell, board.play(cell)) for cell in board.legal_moves()]
    losing = (c for c, child in children if completing(child, child.turn, child.legal_moves()))
    return {cell for cell in losing if rng.random() > level.sight**board.variant.run}


def candidate_moves(board: Board) -> Collection[int]:
    variant, moves = board.variant, board.legal_moves()
    if variant.drop or variant.is_divided or max(variant.width, variant.height) <= NARROW:
        return moves
    marks = [c for c in range(variant.size) if (board.x | board.o) >> c & 1] or [variant.size // 2]
    steps = list(product(range(-NEAR, NEAR + 1), repeat=2))
    near = {(c + right, r + down) for c, r in map(variant.place, marks) for right, down in steps}
    return [cell for cell in moves if variant.place(cell) in near]


def guess(board: Board, rng: Random) -> int:
    moves = list(candidate_moves(board))
    return rng.choice([cell for cell in moves if _wins(board, cell)] or moves)


def _wins(board: Board, cell: int) -> bool:
    outcome = board.play(cell).outcome()
    return outcome is not None and outcome.winner is board.turn


def _threats(board: Board) -> tuple[set[int], set[int]]:
    moves = board.legal_moves()
    sides = board.turn, board.turn.opponent
    own, other = (set(completing_any(board, mark, moves)) for mark in sides)
    return own, other


def _hide(cells: set[int], utilities: dict[int, float], variant: Variant) -> None:
    # Where lines lose, the least utility is that of a loss, and the level would avoid the cell.
    if variant.misere:
        _hide_mean(cells, utilities)
    else:
        utilities.update(dict.fromkeys(cells, min(utilities.values())))


def _hide_mean(cells: set[int], utilities: dict[int, float]) -> None:
    rest = [utility for cell, utility in utilities.items() if cell not in cells] or [0.0]
    utilities.update(dict.fromkeys(cells, sum(rest) / len(rest)))


def strongest(board: Board) -> list[int]:
    variant, seconds = board.variant, TRAP_SECONDS + EVALUATE_SECONDS
    if variant.size > MAX_PROVABLE_CELLS:
        if has_threats(variant):
            return strongest_by_threats(board, SOLVE_SECONDS + seconds)
        if board.open_count > FEW_OPEN:
            cells, seconds = board.legal_moves(), SOLVE_SECONDS + seconds
            return most_promising(board, cells, variant.size, seconds)
    proven, unrefuted = strong_moves(board, _solve_seconds(variant))
    if proven:
        return preferred(board, proven)
    if has_threats(variant):
        return strongest_by_threats(board, seconds)
    return most_promising(board, unrefuted, variant.size)


def _solve_seconds(variant: Variant) -> float:
    if variant in SOLVED:
        return inf
    return LONG_SOLVE_SECONDS if variant == CONNECT_FOUR else SOLVE_SECONDS


def preferred(board: Board, proven: list[int]) -> list[int]:
    """Return those of equally good moves after which most replies are mistakes."""
    shares = _mistake_shares(board, proven)
    most = max(shares.values(), default=0.0)
    return most_promising(board, [c for c in proven if shares.get(c, 0.0) == most], depth=1)


def most_promising(
    board: Board, cells: Collection[int], depth: int, seconds: float | None = None
) -> list[int]:
    seconds = EVALUATE_SECONDS if seconds is None else seconds
    values = evaluate_moves(board, depth=depth, seconds=seconds)
    best = max(values[cell] for cell in cells)
    return [cell for cell in cells if values[cell] == best]


def _mistake_shares(board: Board, cells: list[int]) -> dict[int, float]:
    deadline = time.monotonic() + (inf if board.variant in SOLVED else TRAP_SECONDS)
    shares: dict[int, float] = {}
    for cell in cells if len(cells) > 1 else ():
        child = board.play(cell)
        if not child.outcome():
            replies = solve(child, deadline - time.monotonic()).moves.values()
            if any(not reply.is_known for reply in replies):
                return {}
            best = max(reply.rank for reply in replies)
            shares[cell] = sum(reply.rank < best for reply in replies) / len(replies)
    return shares


def utility(board: Board, value: int, horizon: int) -> float:
    """Return a value in lines that lack one mark; ends beyond ``horizon`` plies are no ends."""
    plies = WIN_SCORE - abs(value) - board.ply
    if abs(value) < MIN_WIN_SCORE or plies > horizon:
        return max(-MAX_UTILITY, min(MAX_UTILITY, value / line_lacking_one(board.variant)))
    return (WIN_UTILITY - plies / 100) * (1 if value > 0 else -1)
