"""How each computer player chooses its moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom

from games.ai import levels
from games.ai.computer_players import COMPUTER_PLAYERS, LEVELS, RANDOM, ComputerPlayer
from games.ai.evaluation import (
    MARK_COUNT,
    POWERS_OF_TEN,
    Evaluation,
    evaluate_moves,
    evaluation_for,
)
from games.engine import Board

# Every evaluation is searched so many plies deep; the published ones were published with three.
DEPTH = 3

Chooser = Callable[[Board, Random], int]  # chooses a cell to mark; the game must not be over


class NoSuchPlayer(ValueError):
    """There is no player of this name."""


def evaluate_and_choose(evaluation: Evaluation | None, board: Board, rng: Random) -> int:
    """Choose a move with the highest value; the default evaluation is that of the levels."""
    values = evaluate_moves(board, evaluation or evaluation_for(board.variant), depth=DEPTH)
    best = max(values.values())
    return rng.choice([cell for cell, value in values.items() if value == best])


def choose_at_random(board: Board, rng: Random) -> int:
    return rng.choice(board.legal_moves())


CHOOSERS: dict[str, Chooser] = {
    **{level.id: partial(levels.choose, level) for level in LEVELS.values()},
    "lines": partial(evaluate_and_choose, None),
    "tens": partial(evaluate_and_choose, POWERS_OF_TEN),
    "marks": partial(evaluate_and_choose, MARK_COUNT),
    RANDOM.id: choose_at_random,
}
_registered: dict[str, Callable[[Board | None], Chooser]] = {}


def register(player: ComputerPlayer, new_chooser: Callable[[Board | None], Chooser]) -> None:
    """Register a factory for the chooser of a player, called as ``chooser`` describes."""
    _registered[player.id] = new_chooser


def chooser(id: str, board: Board | None = None) -> Chooser:
    """Return the function that chooses a player's moves.

    The site asks for a chooser for one ``board``. Without a board the chooser is for a match
    between programs, in which a learning player starts from nothing.

    :raises NoSuchPlayer: if there is none of this id.
    """
    if id not in COMPUTER_PLAYERS:
        raise NoSuchPlayer(f"{id} is none of {', '.join(COMPUTER_PLAYERS)}.")
    new_chooser = _registered.get(id)
    return new_chooser(board) if new_chooser else CHOOSERS[id]


def choose(id: str, board: Board) -> int:
    """Return the move of a player; a worker process can be sent this function with arguments."""
    return chooser(id, board)(board, SystemRandom())
