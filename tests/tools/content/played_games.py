"""Games to search for puzzles."""

from collections.abc import Iterator
from random import Random

from games.ai.choosers import chooser
from games.ai.levels import candidate_moves
from games.ai.threats import completing
from games.engine import Board, Variant, canonical, images, moves_to
from games.engine.perft import layers
from tests.tools.content.puzzle_stages import is_wide

PLAYING = ("easy", "medium")  # the levels that play them
MIDDLE = 4  # how many cells from the middle games on wide boards are played
# On boards of up to so many cells, on which no piece falls, all positions are searched.
SMALL = 9

# The moves that lead to a position; and the positions of a game as such moves, the last one first.
Moves = tuple[int, ...]
Positions = list[Moves]


def games_on(variant: Variant, rng: Random) -> Iterator[Positions]:
    if variant.size <= SMALL and not variant.drop:
        yield from _every_position(variant, rng)
    else:
        yield from _played_games(variant, rng)


def _played_games(variant: Variant, rng: Random) -> Iterator[Positions]:
    while True:
        levels = [chooser(rng.choice(PLAYING)) for _ in range(2)]
        board, positions = Board(variant), Positions([()])
        sides = [_careless, _careless] if is_wide(board) else levels
        while not board.outcome() and not board.is_dead:
            cell = sides[board.ply % 2](board, rng)
            board = board.play(cell)
            positions.append((*positions[-1], cell))
        yield positions[::-1]


def _careless(board: Board, rng: Random) -> int:
    near = list(candidate_moves(board))
    for mark in (board.turn, board.turn.opponent):
        if lines := completing(board, mark, near):
            return rng.choice(lines)
    return rng.choice([cell for cell in near if _is_in_the_middle(cell, board.variant)] or near)


def _is_in_the_middle(cell: int, variant: Variant) -> bool:
    column, row = variant.place(cell)
    return max(abs(column - variant.width // 2), abs(row - variant.height // 2)) <= MIDDLE


def _every_position(variant: Variant, rng: Random) -> list[Positions]:
    boards = [board for layer in layers(variant, canonical) for board in layer]
    rng.shuffle(boards)
    return [[moves_to(rng.choice(images(board)))] for board in boards if not board.outcome()]
