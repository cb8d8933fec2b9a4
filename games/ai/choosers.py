from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom

from games.ai import levels
from games.ai.computer_players import COMPUTER_PLAYERS, LEVELS, RANDOM, ComputerPlayer
from games.ai.evaluation import evaluate_moves
from games.ai.own_player import MARKS, TENS, best_of
from games.engine import Board

Chooser = Callable[[Board, Random], int]  # chooses a cell to mark; the game must not be over


class NoSuchPlayer(ValueError):
    pass


def choose_by_evaluation(board: Board, rng: Random) -> int:
    return rng.choice(best_of(evaluate_moves(board, depth=3)))


def choose_at_random(board: Board, rng: Random) -> int:
    return rng.choice(board.legal_moves())


CHOOSERS: dict[str, Chooser] = {
    **{level.id: partial(levels.choose, level) for level in LEVELS.values()},
    "lines": choose_by_evaluation,
    "tens": TENS,
    "marks": MARKS,
    RANDOM.id: choose_at_random,
}
_registered: dict[str, Callable[[Board | None], Chooser]] = {}


def register(player: ComputerPlayer, new_chooser: Callable[[Board | None], Chooser]) -> None:
    _registered[player.id] = new_chooser


def chooser(id: str, board: Board | None = None) -> Chooser:
    """Return how a player chooses its moves, on one ``board`` or in a match between programs.

    :raises NoSuchPlayer: if there is none of this id.
    """
    if id not in COMPUTER_PLAYERS:
        raise NoSuchPlayer(f"{id} is none of {', '.join(COMPUTER_PLAYERS)}.")
    new_chooser = _registered.get(id)
    return new_chooser(board) if new_chooser else CHOOSERS[id]


def choose(id: str, board: Board) -> int:
    return chooser(id, board)(board, SystemRandom())
