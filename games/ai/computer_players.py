"""All that the computer can play as: people's opponents, and others that people only watch."""

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

# Plies that every evaluation is searched; the published ones were published with three.
DEPTH = 3


class NoSuchPlayer(ValueError):
    """There is no player of this name."""


@dataclass(frozen=True, slots=True)
class Evaluator(ComputerPlayer):
    """Chooses a move with the highest value, by default in the evaluation of the levels."""

    evaluation: Evaluation | None = None

    def choose(self, board: Board, rng: Random) -> int:
        evaluation = self.evaluation or evaluation_for(board.variant)
        values = evaluate_moves(board, evaluation, depth=DEPTH)
        best = max(values.values())
        return rng.choice([cell for cell, value in values.items() if value == best])


class RandomPlayer(ComputerPlayer):
    def choose(self, board: Board, rng: Random) -> int:
        return rng.choice(board.legal_moves())


# Its moves come from what it has learned. Whoever keeps that registers how it chooses.
MENACE = ComputerPlayer(
    "menace",
    _("Menace"),
    _("A machine of matchboxes that learns from every game."),
    variant=CLASSIC,
)
# The levels, the weakest first, and Menace.
OPPONENTS: dict[str, ComputerPlayer] = {**LEVELS, MENACE.id: MENACE}
COMPUTER_PLAYERS = OPPONENTS | {
    player.id: player
    for player in (
        Evaluator("lines", _("Lines"), _("Counts the lines that are still open.")),
        Evaluator(
            "tens", _("Tens"), _("Ten times as much for each mark in a line."), POWERS_OF_TEN
        ),
        Evaluator("marks", _("Marks"), _("Counts its marks in open lines."), MARK_COUNT),
        RandomPlayer("random", _("Random"), _("Any free cell.")),
    )
}
_registered: dict[str, Callable[[Board | None], Chooser]] = {}


def register(player: ComputerPlayer, new_chooser: Callable[[Board | None], Chooser]) -> None:
    """Let a player's moves be chosen by what a call returns; ``chooser`` says with what."""
    _registered[player.id] = new_chooser


def chooser(id: str, board: Board | None = None) -> Chooser:
    """Return what chooses the moves of a player: on the site, for a move on a board.

    Without a board it is for a match between programs, to which a learner comes knowing nothing.

    :raises NoSuchPlayer: if there is none of this id.
    """
    if id not in COMPUTER_PLAYERS:
        raise NoSuchPlayer(f"{id} is none of {', '.join(COMPUTER_PLAYERS)}.")
    new_chooser = _registered.get(id)
    return new_chooser(board) if new_chooser else COMPUTER_PLAYERS[id].choose


def choose(id: str, board: Board) -> int:
    """Return the move of a player, as it is asked for in another process."""
    return chooser(id, board)(board, SystemRandom())
