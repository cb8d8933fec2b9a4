"""``manage.py tidy``: close what nobody has touched for long; the server does so by itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games import services


class Command(BaseCommand):
    help = "Close invitations of more than 7 days and games untouched for 21 days."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Closed {services.tidy()} games.")
