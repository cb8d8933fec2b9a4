"""Leases: what one server process of the whole installation may do, for a few seconds more."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

LIFETIME = timedelta(seconds=6)
RENEW_BEFORE = timedelta(seconds=3)  # the end


class LeaseQuerySet(models.QuerySet["Lease"]):
    """All times are those of the database, so that the clocks of machines may differ."""

    def held_by(self, holder: str) -> LeaseQuerySet:
        """Return the leases that somebody has, and need not renew yet."""
        return self.filter(
            holder=holder, expires_at__gt=Now() + RENEW_BEFORE, expires_at__lte=Now() + LIFETIME
        )

    def open_to(self, holder: str) -> LeaseQuerySet:
        """Return the leases that somebody may renew, or take over.

        What lasts longer than any lease was written before the clock was set back.
        """
        is_over = Q(expires_at__lt=Now()) | Q(expires_at__gt=Now() + LIFETIME)
        return self.filter(Q(holder=holder) | is_over)


class Lease(models.Model):
    """The right to do something that nobody else does meanwhile, and who has it."""

    name = models.CharField(max_length=40, primary_key=True)
    holder = models.CharField(max_length=80)
    expires_at = models.DateTimeField()

    objects = LeaseQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name}: {self.holder}"
