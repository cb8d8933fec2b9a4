"""All that the computer can play as: its levels, and ways of playing to watch and to compare.

>>> list(computer_players())
['easy', 'medium', 'hard', 'champion', 'lines', 'tens', 'marks', 'random']

A new one is one more entry of ``COMPARED``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from games.ai.levels import LEVELS
from games.ai.selfplay import PLAYERS
from games.engine import Board, Variant
from games.translation import gettext_noop as _

Choose = Callable[[Board, Random], int]


class ComputerPlayer(Protocol):
    """A way of playing that has a name."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def choose(self) -> Choose: ...
    def plays_on(self, variant: Variant) -> bool: ...


@dataclass(frozen=True, slots=True)
class ComparedPlayer:
    """A way of playing that is no level: people watch it, but do not play against it.

    ``only_on`` is the one variant that it can play, None if it plays all of them.
    """

    id: str
    name: str
    description: str
    choose: Choose
    only_on: Variant | None = None

    def plays_on(self, variant: Variant) -> bool:
        return self.only_on in (None, variant)


COMPARED = {
    player.id: player
    for player in (
        ComparedPlayer(
            "lines",
            _("Lines"),
            _("Counts the lines that are still open."),
            PLAYERS["lines"],
        ),
        ComparedPlayer(
            "tens",
            _("Tens"),
            _("Ten times as much for each mark in a line."),
            PLAYERS["tens"],
        ),
        ComparedPlayer(
            "marks",
            _("Marks"),
            _("Counts its marks in open lines."),
            PLAYERS["marks"],
        ),
        ComparedPlayer("random", _("Random"), _("Any free cell."), PLAYERS["random"]),
    )
}


def computer_players() -> dict[str, ComputerPlayer]:
    """Return every way the computer can play, by id, the levels first."""
    return {**LEVELS, **COMPARED}
