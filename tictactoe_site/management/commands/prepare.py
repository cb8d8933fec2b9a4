"""``manage.py prepare``: the preparation that ``play`` also does before it serves."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tictactoe_site.preparation import STAFF, prepare


class Command(BaseCommand):
    help = "Bring the database and the static files up to date, as play does when it starts."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as in the base class

    def handle(self, **options: Any) -> None:
        if password := prepare():
            self.stdout.write(f"Staff user: {STAFF}   password: {password}   (shown only now)")
