"""``python -m tests.tools.search_ideas`` counts the positions."""

from __future__ import annotations

from typing import NamedTuple

from games.engine import BOARDS
from games.engine.translation import gettext_noop as _

BOARD_IDS = ("classic", "misere")
BOARD_NAMES = [BOARDS[id].name for id in BOARD_IDS]


class Idea(NamedTuple):
    id: str
    name: str
    description: str
    positions: tuple[int, ...]


IDEAS = (
    Idea("minimax", _("Minimax"), _("Tries every move to the end."), (549_946, 549_946)),
    Idea(
        "alpha-beta",
        _("Alpha-beta"),
        _("Leaves a branch as soon as it cannot change the choice."),
        (20_866, 12_927),
    ),
    Idea(
        "ordering",
        _("Good moves first"),
        _("Alpha-beta, and the moves that look best come first."),
        (2_245, 5_440),
    ),
    Idea(
        "threats",
        _("Threats seen"),
        _("Also sees wins and blocks before it searches them."),
        (170, 3_030),
    ),
    Idea(
        "computer",
        _("The computer"),
        _("Also remembers positions and their mirror images. This is how it plays."),
        (82, 690),
    ),
)
