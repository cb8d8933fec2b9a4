"""``manage.py tidy``: the cleaning up that the server does by itself every hour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand

from games.people.matching.services import remove_abandoned
from games.play import services


class Command(BaseCommand):
    help = (
        "Close invitations of more than 7 days and games untouched for 21 days. "
        "Remove games that nobody joined by chance and whose host has gone, expired sessions, and "
        "people who came more than a day ago and never played."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Closed {_all_of(services.close_stale_games)} games.")
        self.stdout.write(f"Removed {_all_of(remove_abandoned)} games that nobody joined.")
        self.stdout.write(f"Removed {_all_of(services.purge)} people who never played.")


def _all_of(service: Callable[[], int]) -> int:
    """Call a service that handles a part at a time until nothing is left; return the total."""
    return sum(iter(service, 0))
