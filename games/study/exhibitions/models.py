"""Exhibitions: games in which the computer plays itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from games.engine import clock
from games.models.games import Game
from games.models.people import Player
from games.protocol import Status

DEFAULT_PACE = 1000


class Exhibition(models.Model):
    """The owner and the pace of a game between two computer players.

    ``owner`` started the game, and may pause, step and stop it. ``pace`` is the time between two
    moves in milliseconds. ``step_at`` is the ply at which a paused game makes one move.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="exhibition")
    owner = models.ForeignKey(Player, models.PROTECT, related_name="exhibitions")
    pace = models.PositiveIntegerField("milliseconds between moves", default=DEFAULT_PACE)
    is_paused = models.BooleanField("paused", default=False)
    step_at = models.PositiveSmallIntegerField(null=True, editable=False)

    class Meta:
        app_label = "games"
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                name="exhibition_step_only_while_paused",
                condition=Q(step_at=None) | Q(is_paused=True),
            ),
        )

    def __str__(self) -> str:
        return f"every {self.pace / 1000:g} s{', paused' if self.is_paused else ''}"

    @property
    def next_move_at(self) -> datetime | None:
        """When the next move is due, None while the game is paused or over."""
        if self.game.status != Status.PLAYING:
            return None
        if self.step_at == self.game.ply:
            return self.game.touched_at
        return None if self.is_paused else self.game.touched_at + timedelta(milliseconds=self.pace)

    @property
    def is_move_due(self) -> bool:
        return self.next_move_at is not None and self.next_move_at <= clock.now()
