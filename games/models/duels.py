"""Duels: two rated games from one opening, of which each player begins one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from games.engine import series


class DuelGame(models.Model):
    """The fields of a game of a duel, which is a series of two games.

    ``ratings`` has a ``SeatRating`` for each mark: that when the duel began, and in the game that
    has ended it the one after it. It is in this row, so that a snapshot is read at once.
    """

    ratings = models.JSONField(null=True, editable=False)

    if TYPE_CHECKING:
        best_of: int
        x_score: int
        o_score: int
        draws: int

    class Meta:
        abstract = True

    @property
    def is_duel(self) -> bool:
        return self.best_of == series.DUEL

    @property
    def duel_game(self) -> int | None:
        """Which of the two games of a duel this is, None if it is none."""
        return 1 + self.x_score + self.o_score + self.draws if self.is_duel else None

    @property
    def is_second_game(self) -> bool:
        """Whether this is the second game of a duel. Whoever does not come to it loses it."""
        return self.duel_game == series.DUEL
