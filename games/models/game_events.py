"""What happened in a game besides its moves and hints, and is stored nowhere else."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q

from games.engine import Mark, clock
from games.models.games import Game

# Signs of life are stored every 10 seconds and come every 5; a page that sends none for 8 is shown
# as reconnecting, and 10 seconds later its player as away. So after a longer gap than this the
# others were told, and nobody whose line only flickered has such a gap.
AWAY_AFTER = timedelta(seconds=30)


class GameEvent(models.Model):
    """Something that happened in a game, to or by the player of ``mark``.

    When a game was created, rematched and how it ended stands in its row; moves, those taken back
    and hints have rows of their own. An absence is stored once it is over, by its first and last
    moment; one that goes on is told by when the player was last seen.
    """

    class Kind(models.TextChoices):
        JOINED = "joined", "took the free seat"
        ARRIVED = "arrived", "came to the game"
        AWAY = "away", "went away"
        BACK = "back", "came back"
        UNDO_ASKED = "undo_asked", "asked to take a move back"
        UNDO_DECLINED = "undo_declined", "declined to take it back"
        UNDO_WITHDRAWN = "undo_withdrawn", "no longer asked for it"

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=16, choices=Kind)
    mark = models.CharField(max_length=1, choices=[(m.value, m.value) for m in Mark])
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ("at", "id")
        constraints = (
            models.CheckConstraint(name="event_of_a_seat", condition=Q(mark__in=["X", "O"])),
        )

    def __str__(self) -> str:
        return f"{self.mark}: {self.get_kind_display()}"
