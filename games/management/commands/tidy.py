"""``manage.py tidy``: the cleaning up that the server does by itself every hour."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games import services


class Command(BaseCommand):
    help = (
        "Close invitations of more than 7 days and games untouched for 21 days. "
        "Remove expired sessions, and people who came more than a day ago and never played."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Closed {services.close_stale_games()} games.")
        removed = total = services.purge()
        while removed:
            removed = services.purge()
            total += removed
        self.stdout.write(f"Removed {total} people who never played.")
