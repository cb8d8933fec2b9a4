"""``manage.py play``: upgrades database and files, starts the server and prints its address."""

from __future__ import annotations

import os
import secrets
from argparse import ArgumentParser
from contextlib import closing, suppress
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import checks
from django.core.checks import Tags
from django.core.management.base import BaseCommand
from django.db import connection

from games.ops import database_outages, program
from tictactoe_site import serving
from tictactoe_site.database import sqlite_file
from tictactoe_site.environment import make_data_folder
from tictactoe_site.serving import shown
from tictactoe_site.upgrading import only_server, upgrade

STAFF = "staff"


class Command(BaseCommand):
    suppressed_base_arguments = program.DJANGO_OPTIONS
    help = "Start the game and print the address to open. Ctrl-C stops it."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as in the base class

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default=serving.EVERYWHERE[0], help="address to listen on (%(default)s)"
        )
        parser.add_argument("--port", default=8000, type=int, help="port (%(default)s)")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        # While the server runs it handles Ctrl-C itself. This is for the seconds before.
        with suppress(KeyboardInterrupt):
            self._play(host, port)
        is_kept = not database_outages.outage.has_damage
        self.stdout.write("\nStopped. Every game is kept." if is_kept else "\nStopped.")

    def _play(self, host: str, port: int) -> None:
        if settings.PRODUCTION:
            self.check(
                tags=[Tags.security], include_deployment_checks=True, fail_level=checks.WARNING
            )
        os.umask(0o077)  # With the key of a session one takes its seats.
        make_data_folder(settings.DATA_DIR)
        # The port comes before anything else, so that a second server on it changes nothing.
        with closing(serving.open_port(host, port)) as listener, only_server():
            bound = listener.getsockname()[1]
            upgrade()
            for name in ("SECRET_KEY", "PUSH_KEY"):  # Those that are kept in files are made now.
                setattr(settings, name, str(getattr(settings, name)))
            password = _create_staff()
            serving.configure_hosts(host, bound)
            # Importing it installs its event loop, which must not happen before it is needed.
            from tictactoe_site.server import GameServer

            connection.close()
            greet = partial(self._greet, host, bound, password)
            GameServer(listener, sqlite_file(), greet).run()

    def _greet(self, host: str, port: int, password: str | None) -> None:
        listens_at = f"{shown(host)}:{port}"
        site = serving.public_address() or f"http://{listens_at}/"
        lines = ["Tic-tac-toe is running.", "", f"  Open           {site}"]
        if settings.PRODUCTION:
            lines.append(f"  For the proxy  {listens_at}")
        if settings.LAN_ADDRESS:
            lines.append(f"  Other devices  {settings.LAN_ADDRESS}/")
        lines.append(f"  Admin          {site}admin/")
        staff = f"Forgot the staff password? {program.command(f'changepassword {STAFF}')}"
        if password:
            staff = f"Staff user: {STAFF}   password: {password}   (shown only now)"
        self.stdout.write("\n".join([*lines, "", f"  {staff}", "", "Ctrl-C stops it."]))
        self.stdout.flush()
        serving.notify("READY=1")


def _create_staff() -> str | None:
    users = get_user_model().objects
    if users.filter(is_staff=True).exists():
        return None
    password = secrets.token_urlsafe(9)
    users.create_superuser(STAFF, password=password)
    return password
