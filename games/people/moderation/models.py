"""What people say of each other: blocks, which keep two apart, and reports for staff."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import F, Q

from games.models.games import Game
from games.models.people import Player


class BlockQuerySet(models.QuerySet["Block"]):
    def of(self, player_id: int) -> Self:
        """Filter for blocks by a player, or of the player by others."""
        return self.filter(Q(blocker=player_id) | Q(blocked=player_id))

    def kept_from(self, player_id: int) -> set[int]:
        """Return the ids of all whom a player is never paired with, whoever blocked whom."""
        pairs = self.of(player_id).values_list("blocker_id", "blocked_id")
        return {id for pair in pairs for id in pair} - {player_id}


class Block(models.Model):
    """A player's wish never to be paired with another one."""

    blocker = models.ForeignKey(Player, models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = BlockQuerySet.as_manager()

    class Meta:
        app_label = "games"
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(
                name="nobody_blocks_oneself", condition=~Q(blocker=F("blocked"))
            ),
        )

    def __str__(self) -> str:
        return f"{self.blocker} keeps {self.blocked} away"


class Report(models.Model):
    """What a player tells staff of the other player of a ``game``.

    ``words`` are the player's own, for what no other kind names. ``closed_at`` is when a member of
    staff had looked at it.
    """

    class Kind(models.TextChoices):
        NAME = "name", "The name"
        STALLING = "stalling", "Keeps others waiting"
        OTHER = "other", "Something else"

    reporter = models.ForeignKey(Player, models.CASCADE, related_name="reports")
    reported = models.ForeignKey(Player, models.CASCADE, related_name="reported_by")
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="reports")
    kind = models.CharField(max_length=16, choices=Kind)
    # The name at that time: a person may take another one before staff look.
    name = models.CharField(max_length=Player._meta.get_field("name").max_length or 0)
    words = models.CharField(max_length=200, null=True)  # noqa: DJ001 - as old servers add rows
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(
                fields=["reporter", "game", "kind"], name="one_report_of_a_kind_a_game"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.name}"
