"""Who has the seats of a game: people or the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine import Mark

if TYPE_CHECKING:
    from games.models.people import Player


class Seats:
    """The two players of a game, and what they say about its kind; nobody has a free seat yet."""

    if TYPE_CHECKING:
        x: Player | None
        o: Player | None
        x_id: int | None
        o_id: int | None

    def seat(self, mark: str) -> Player | None:
        return self.x if mark == Mark.X else self.o

    def assign_seat(self, mark: Mark, player: Player | None) -> None:
        """Give the seat of a mark to a player."""
        if mark is Mark.X:
            self.x = player
        else:
            self.o = player

    def marks_of(self, player_id: int | None) -> list[Mark]:
        """Return the marks a player plays: one, both on a shared screen, none for a spectator."""
        if player_id is None:
            return []
        return [m for m, id in ((Mark.X, self.x_id), (Mark.O, self.o_id)) if id == player_id]

    @property
    def people(self) -> dict[str, int]:
        """The ids of the people who play, by mark; free seats and the computer's are left out."""
        seats = {mark.value: self.seat(mark) for mark in Mark}
        return {mark: seat.pk for mark, seat in seats.items() if seat and not seat.is_computer}

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
