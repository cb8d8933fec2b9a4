"""The computer players: opponents for people, and some that only play in exhibitions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random, SystemRandom

from games.ai.evaluation import (
    MARK_COUNT,
    POWERS_OF_TEN,
    Evaluation,
    evaluate_moves,
    evaluation_for,
)
from games.ai.levels import LEVELS, Chooser, ComputerPlayer
from games.engine import CLASSIC, Board
from games.engine.translation import gettext_noop as _

# Every evaluation is searched so many plies deep; the published ones were published with three.
DEPTH = 3


class NoSuchPlayer(ValueError):
    """There is no player of this name."""


@dataclass(frozen=True, slots=True)
class Evaluator(ComputerPlayer):
    """Chooses a move with the highest value; the default evaluation is that of the levels."""

    evaluation: Evaluation | None = None

    def choose(self, board: Board, rng: Random) -> int:
        evaluation = self.evaluation or evaluation_for(board.variant)
        values = evaluate_moves(board, evaluation, depth=DEPTH)
        best = max(values.values())
        return rng.choice([cell for cell, value in values.items() if value == best])


class RandomPlayer(ComputerPlayer):
    def choose(self, board: Board, rng: Random) -> int:
        return rng.choice(board.legal_moves())


# Menace plays by what it has learned, which is stored elsewhere: ``register`` brings its moves.
MENACE = ComputerPlayer(
    "menace",
    _("Menace"),
    _("A machine of matchboxes that learns from every game."),
    variant=CLASSIC,
)
# Whom people can play: the levels, the weakest first, and players that choose in another way.
OPPONENTS: dict[str, ComputerPlayer] = LEVELS | {
    player.id: player
    for player in (
        MENACE,
        Evaluator("lines", _("Lines"), _("Counts the lines that are still open.")),
        Evaluator(
            "tens", _("Tens"), _("One more mark in a line counts ten times as much."), POWERS_OF_TEN
        ),
        Evaluator("marks", _("Marks"), _("Counts its marks in open lines."), MARK_COUNT),
    )
}
RANDOM = RandomPlayer("random", _("Random"), _("Any free square."))
COMPUTER_PLAYERS = OPPONENTS | {RANDOM.id: RANDOM}
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
    return new_chooser(board) if new_chooser else COMPUTER_PLAYERS[id].choose


def choose(id: str, board: Board) -> int:
    """Return the move of a player; a worker process can be sent this function with arguments."""
    return chooser(id, board)(board, SystemRandom())
