"""Who has a page of the site open, as the pages that ask for invitations show."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from games.engine import clock
from games.models import Player

STORE_EVERY = 5  # seconds
HERE_FOR = timedelta(
    seconds=40
)  # a page that can be seen asks every 10 seconds, and later every 30

_noted: set[int] = set()  # players since the last time


def note(player_id: int) -> None:
    _noted.add(player_id)


def store() -> None:
    """Store who was noted; a player whom somebody has locked is left for the next sign of life."""
    ids = [_noted.pop() for _ in range(len(_noted))]
    if not ids:
        return
    with transaction.atomic():
        free = Player.objects.filter(pk__in=ids).select_for_update(skip_locked=True, no_key=True)
        Player.objects.filter(pk__in=list(free.values_list("pk", flat=True))).update(
            here_at=clock.now()
        )


def is_here(player: Player) -> bool:
    return player.here_at is not None and player.here_at > clock.now() - HERE_FOR
