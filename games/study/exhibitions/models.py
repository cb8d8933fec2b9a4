from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models.games import Game
from games.models.people import Player


class Exhibition(models.Model):
    # Servers of the version before read the other columns, which go with a later release.
    game = models.OneToOneField(Game, models.CASCADE, related_name="exhibition")
    owner = models.ForeignKey(
        Player, models.SET_NULL, null=True, editable=False, related_name="exhibitions"
    )
    pace = models.PositiveIntegerField(default=1000, editable=False)
    is_paused = models.BooleanField(default=False, editable=False)
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
        return str(self.game_id)
