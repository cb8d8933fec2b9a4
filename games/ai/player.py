"""What people see of a player of the computer's when they choose one."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine import Variant


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """One of those that the computer can play as.

    ``variant`` is the only one that it plays, None if it plays all of them.
    """

    id: str
    name: str
    description: str
    variant: Variant | None = field(default=None, kw_only=True)

    def plays(self, variant: Variant) -> bool:
        return self.variant in (None, variant)
