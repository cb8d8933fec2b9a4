"""The computer's players that one can choose: the levels, the weakest first, and a learner."""

from __future__ import annotations

from dataclasses import dataclass

from games.ai.levels import LEVELS
from games.ai.menace import Machine
from games.engine import CLASSIC, Variant
from games.translation import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player of the computer's as people choose it; how it plays is written elsewhere.

    ``variant`` is the only one that it plays, None if it plays all of them.
    """

    id: str
    name: str
    description: str
    variant: Variant | None = None

    def plays(self, variant: Variant) -> bool:
        return self.variant in (None, variant)


MENACE = Opponent(
    Machine.id, _("Menace"), _("A machine of matchboxes that learns from every game."), CLASSIC
)
OPPONENTS = {
    opponent.id: opponent
    for opponent in (
        *(Opponent(level.id, level.name, level.description) for level in LEVELS.values()),
        MENACE,
    )
}
