from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q

from games.engine import Mark, clock
from games.models.games import Game
from games.models.people import Player
from games.protocol import MAX_WORDS_POINTS

# A page sends a sign of life every 5 seconds, and one is stored every 10. After 8 seconds without
# one its player is shown as reconnecting, and 10 seconds later as away. So a gap longer than this
# was shown to the others as an absence, and a short loss of connection is never that long.
AWAY_AFTER = timedelta(seconds=30)


class GameEvent(models.Model):
    # Creation, rematch and end are in the game's row; moves, undone moves and hints have own
    # tables. An absence is stored when it is over, as its beginning and its end.
    class Kind(models.TextChoices):
        JOINED = "joined", "took the free seat"
        ARRIVED = "arrived", "came to the game"
        AWAY = "away", "went away"
        BACK = "back", "came back"
        UNDO_ASKED = "undo_asked", "asked to take a move back"
        UNDO_DECLINED = "undo_declined", "declined to take it back"
        UNDO_WITHDRAWN = "undo_withdrawn", "no longer asked for it"
        DRAW_OFFERED = "draw_offered", "offered a draw"
        DRAW_DECLINED = "draw_declined", "declined the draw"
        DRAW_WITHDRAWN = "draw_withdrawn", "no longer offered a draw"
        REACTED = "reacted", "reacted"

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=16, choices=Kind)
    mark = models.CharField(max_length=1, choices=[(m.value, m.value) for m in Mark])
    at = models.DateTimeField(default=clock.now)
    # Which reaction it was, or what was said; None for other kinds, and as old servers add rows.
    reaction = models.CharField(max_length=16, null=True)  # noqa: DJ001
    words = models.CharField(max_length=MAX_WORDS_POINTS, null=True)  # noqa: DJ001

    class Meta:
        ordering = ("at", "id")
        constraints = (
            models.CheckConstraint(name="event_of_a_seat", condition=Q(mark__in=["X", "O"])),
        )

    def __str__(self) -> str:
        return f"{self.mark}: {self.get_kind_display()}"


def said_by(player: Player) -> list[models.QuerySet[GameEvent]]:
    said = GameEvent.objects.filter(words__isnull=False)
    return [said.filter(game__x=player, mark="X"), said.filter(game__o=player, mark="O")]
