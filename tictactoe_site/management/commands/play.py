"""``manage.py play``: prepares database and files, starts the server and prints its address."""

from __future__ import annotations

import socket
from argparse import ArgumentParser
from contextlib import closing, suppress
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games import database_outages
from games.computer.pool import usable_cores
from games.management.questions import WRONG_INPUT
from tictactoe_site import listening_socket, systemd
from tictactoe_site.listening_socket import CannotListen
from tictactoe_site.preparation import STAFF, CannotPrepare, open_database_file, prepare
from tictactoe_site.serving import (
    ServerFailed,
    configure_hosts,
    public_address,
    serve,
    shown,
)
from tictactoe_site.supervisor import Supervisor

AUTO = "auto"
MAX_PROCESSES = 64


class Command(BaseCommand):
    help = "Start the game and print the address to open. Ctrl-C stops it."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as in the base class

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default=listening_socket.EVERYWHERE[0],
            help="address to listen on (%(default)s)",
        )
        parser.add_argument("--port", default=8000, type=int, help="port (%(default)s)")
        parser.add_argument(
            "--processes",
            default="1",
            help="server processes, or auto for one a core and at least 2 (%(default)s); "
            "several need REDIS_URL",
        )

    def handle(self, *, host: str, port: int, processes: str, **options: Any) -> None:
        count = _read_count(processes)
        # While the server runs it handles Ctrl-C itself. This is for the seconds before.
        try:
            with suppress(KeyboardInterrupt):
                self._play(host, port, count)
        except CannotListen as error:
            raise CommandError(str(error), returncode=WRONG_INPUT) from None
        except (CannotPrepare, ServerFailed) as error:
            raise CommandError(str(error)) from None
        is_kept = not database_outages.outage.has_damage
        self.stdout.write("\nStopped. Every game is kept." if is_kept else "\nStopped.")

    def _play(self, host: str, port: int, count: int) -> None:
        # The port comes before anything else, so that a second server on it changes nothing.
        inherited = listening_socket.inherited()
        with closing(inherited or listening_socket.open_port(host, port)) as listener:
            bound_host, bound = listener.getsockname()[:2]
            host = bound_host if inherited else host
            password = prepare()
            configure_hosts(host, bound)
            greet = partial(self._greet, host, bound, password)
            if count == 1:
                serve(listener, greet)
            else:
                _supervise(listener, host, count, greet)

    def _greet(self, host: str, port: int, password: str | None) -> None:
        listens_at = f"{shown(host)}:{port}"
        site = public_address() or f"http://{listens_at}/"
        lines = ["Tic-tac-toe is running.", "", f"  Open           {site}"]
        if settings.PRODUCTION:
            lines.append(f"  For the proxy  {listens_at}")
        if settings.LAN_ADDRESS:
            lines.append(f"  Other devices  {settings.LAN_ADDRESS}/")
        lines.append(f"  Admin          {site}admin/")
        if password:
            lines += ["", f"  Staff user: {STAFF}   password: {password}   (shown only now)"]
        else:
            lines += ["", f"  Forgot the staff password? manage.py changepassword {STAFF}"]
        self.stdout.write("\n".join([*lines, "", "Ctrl-C stops it."]))
        self.stdout.flush()
        systemd.say_ready()


def _read_count(processes: str) -> int:
    """Return how many server processes to start.

    :raises CommandError: if it is no number, or several are to be started without Redis.
    """
    # At least two, so that one can be replaced while the other serves.
    by_cores = min(max(2, usable_cores()), MAX_PROCESSES)
    count = by_cores if processes == AUTO else _read_number(processes)
    if not 1 <= count <= MAX_PROCESSES:
        raise CommandError(
            f"--processes takes a number from 1 to {MAX_PROCESSES}, or {AUTO}, not {processes!r}.",
            returncode=WRONG_INPUT,
        )
    if count > 1 and not settings.REDIS_URL:
        raise CommandError(
            "Several server processes need REDIS_URL, a Redis or Valkey server through which "
            "they tell each other what happens. Set it, or leave out --processes.",
            returncode=WRONG_INPUT,
        )
    return count


def _read_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def _supervise(listener: socket.socket, host: str, count: int, greet: partial[None]) -> None:
    database = open_database_file()
    connection.close()
    Supervisor(listener, host, count, database, greet).run()
