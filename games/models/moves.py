from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from games.engine import Mark
from games.engine.variant import MAX_SIDE
from games.models.games import Game
from games.models.people import Player
from games.protocol import MAX_ID

MAX_CELL = MAX_SIDE * MAX_SIDE - 1


class Move(models.Model):
    # ``ply`` is the number of marks before it. ``message`` is the id of the message that made the
    # move, by which a repeat is recognised. An undone move stays, with its time in ``undone_at``.
    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    ply = models.PositiveSmallIntegerField()
    cell = models.PositiveSmallIntegerField(validators=[MaxValueValidator(MAX_CELL)])
    message = models.CharField(max_length=MAX_ID, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField("taken back", null=True)

    not_exported = ("message",)

    class Meta:
        ordering = ("ply", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["game", "ply"], name="move_one_per_ply", condition=Q(undone_at=None)
            ),
            models.UniqueConstraint(
                fields=["game", "cell"], name="move_one_per_cell", condition=Q(undone_at=None)
            ),
            models.CheckConstraint(
                name="move_cell_on_a_board", condition=Q(cell__gte=0, cell__lte=MAX_CELL)
            ),
        )

    def __str__(self) -> str:
        return f"{self.mark} on {self.cell}"

    @property
    def mark(self) -> Mark:
        return Mark.of_ply(self.ply)


class ProcessedMessage(models.Model):
    game = models.ForeignKey(Game, models.CASCADE, related_name="processed_messages")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    message = models.CharField(max_length=MAX_ID)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["game", "player", "message"], name="message_processed_once"
            ),
        )

    def __str__(self) -> str:
        return self.message


class Hint(models.Model):
    game = models.ForeignKey(Game, models.CASCADE, related_name="hinted")
    ply = models.PositiveSmallIntegerField()
    position = models.CharField(max_length=MAX_SIDE * (MAX_SIDE + 1))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created_at", "id")
        constraints = (
            models.UniqueConstraint(fields=["game", "position"], name="hint_one_per_position"),
        )

    def __str__(self) -> str:
        return f"before move {self.ply + 1}"
