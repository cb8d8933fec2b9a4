"""Whether people or the computer have the seats of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models.people import Player


class Seats:
    """What the two players of a game say about its kind; nobody has a free seat yet."""

    if TYPE_CHECKING:
        x: Player | None
        o: Player | None
        x_id: int | None
        o_id: int | None

    @property
    def is_hot_seat(self) -> bool:
        """Whether one person has both seats, for two people at one screen."""
        return self.x_id is not None and self.x_id == self.o_id and not self.is_exhibition

    @property
    def is_exhibition(self) -> bool:
        """Whether the computer plays against itself, maybe one computer player on both sides."""
        return bool(self.x and self.x.level and self.o and self.o.level)

    @property
    def is_among_people(self) -> bool:
        """Whether the computer has no seat."""
        return not ((self.x and self.x.level) or (self.o and self.o.level))

    @property
    def level(self) -> str | None:
        """The level that a person plays against, None if nobody plays against the computer."""
        levels = [player.level for player in (self.x, self.o) if player and player.level]
        return levels[0] if len(levels) == 1 else None
