"""Who plays, and the link by which one goes over to another device."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import SystemRandom
from typing import Self

from django.db import models

from games import names
from games.ai.levels import LEVELS, Level

TRANSFER_KEPT = timedelta(minutes=15)


def new_name() -> str:
    return names.made_up(SystemRandom())


class PlayerQuerySet(models.QuerySet["Player"]):
    def people(self) -> Self:
        return self.filter(level=None)

    def of_level(self, level: Level) -> Player:
        """Return the computer playing at a level."""
        player, _ = self.get_or_create(
            level=level.id, defaults={"name": f"Computer ({level.name})"}
        )
        return player


class Player(models.Model):
    """A visitor, or the computer at one of its levels."""

    name = models.CharField(max_length=names.MAX_LENGTH, default=new_name)
    level = models.CharField(
        max_length=16,
        null=True,
        blank=True,
        unique=True,
        editable=False,
        choices=[(level.id, level.name) for level in LEVELS.values()],
    )
    # Of the form by which a newcomer first acted, hashed.
    token = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PlayerQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def is_computer(self) -> bool:
        return self.level is not None


class TransferQuerySet(models.QuerySet["Transfer"]):
    def good(self, now: datetime) -> Self:
        """The links that can still be used."""
        return self.filter(used_at=None, created_at__gt=now - TRANSFER_KEPT)


class Transfer(models.Model):
    """A link by which a player goes over to another device, once.

    Only the ``digest`` of its secret is kept; ``session_key`` is of the device they leave.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="transfers")
    digest = models.CharField(max_length=64, unique=True)
    session_key = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    objects = TransferQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.player} to another device"
