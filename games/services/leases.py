"""Leases: which server process may do what only one of them does at a time."""

from __future__ import annotations

from django.db.models.functions import Now

from games.models import Lease
from games.models.leases import LIFETIME


def hold_lease(name: str, holder: str) -> bool:
    """Say if ``holder`` has a lease for a few seconds more, taking or renewing it if need be.

    Whoever has it asks again before those are over, and keeps it. When its holder is gone, it
    expires, and the next who asks gets it.
    """
    return Lease.objects.filter(name=name).held_by(holder).exists() or _take(name, holder)


def _take(name: str, holder: str) -> bool:
    # Of several who do so at once, one changes the row, and the others then find it changed.
    lease, until = Lease.objects.filter(name=name), Now() + LIFETIME
    if lease.exists():
        return bool(lease.open_to(holder).update(holder=holder, expires_at=until))
    Lease.objects.bulk_create(
        [Lease(name=name, holder=holder, expires_at=until)], ignore_conflicts=True
    )
    return lease.held_by(holder).exists()
