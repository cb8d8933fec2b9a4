"""All that the computer can play as: people's opponents, and others that people only watch.

How each of them chooses a move is written elsewhere: in ``selfplay.PLAYERS``, and for Menace in
``menace``, as that needs the boxes that are stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.ai.levels import LEVELS
from games.ai.menace import Menace
from games.engine import CLASSIC, Variant
from games.translation import gettext_noop as _


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A player of the computer's as people choose it.

    ``variant`` is the only one that it plays, None if it plays all of them.
    """

    id: str
    name: str
    description: str
    variant: Variant | None = None

    def plays(self, variant: Variant) -> bool:
        return self.variant in (None, variant)


MENACE = ComputerPlayer(
    Menace.id, _("Menace"), _("A machine of matchboxes that learns from every game."), CLASSIC
)
# The levels, the weakest first, and Menace.
OPPONENTS = {
    opponent.id: opponent
    for opponent in (
        *(ComputerPlayer(level.id, level.name, level.description) for level in LEVELS.values()),
        MENACE,
    )
}
COMPUTER_PLAYERS = {
    **OPPONENTS,
    "lines": ComputerPlayer("lines", _("Lines"), _("Counts the lines that are still open.")),
    "tens": ComputerPlayer("tens", _("Tens"), _("Ten times as much for each mark in a line.")),
    "marks": ComputerPlayer("marks", _("Marks"), _("Counts its marks in open lines.")),
    "random": ComputerPlayer("random", _("Random"), _("Any free cell.")),
}
