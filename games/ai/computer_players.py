"""All that the computer can play as: people's opponents, and others that people only watch.

How each of them chooses a move is written elsewhere: in ``selfplay.PLAYERS``, and for Menace in
``menace``, as that needs the boxes that are stored.
"""

from __future__ import annotations

from games.ai.levels import LEVELS
from games.ai.menace import Menace
from games.ai.player import ComputerPlayer
from games.engine import CLASSIC
from games.translation import gettext_noop as _

MENACE = ComputerPlayer(
    Menace.id,
    _("Menace"),
    _("A machine of matchboxes that learns from every game."),
    variant=CLASSIC,
)
# The levels, the weakest first, and Menace.
OPPONENTS: dict[str, ComputerPlayer] = {**LEVELS, MENACE.id: MENACE}
COMPUTER_PLAYERS = {
    **OPPONENTS,
    "lines": ComputerPlayer("lines", _("Lines"), _("Counts the lines that are still open.")),
    "tens": ComputerPlayer("tens", _("Tens"), _("Ten times as much for each mark in a line.")),
    "marks": ComputerPlayer("marks", _("Marks"), _("Counts its marks in open lines.")),
    "random": ComputerPlayer("random", _("Random"), _("Any free cell.")),
}
