"""``manage.py serve``: one of the server processes that ``play --processes`` starts."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tictactoe_site import listening_socket
from tictactoe_site.listening_socket import CannotListen
from tictactoe_site.preparation import CannotPrepare
from tictactoe_site.server_processes import READY
from tictactoe_site.serving import ServerFailed, configure_hosts, serve


class Command(BaseCommand):
    help = "Serve on a socket that `play --processes` hands over. It is not meant for people."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as in the base class

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--descriptor", type=int, required=True, help="of the socket")
        parser.add_argument("--host", required=True, help="that the socket was opened for")

    def handle(self, *, descriptor: int, host: str, **options: Any) -> None:
        try:
            listener = listening_socket.adopt(descriptor)
            configure_hosts(host, listener.getsockname()[1])
            # The input ends when the parent needs this process no longer, or is gone itself.
            serve(listener, self._say_ready, lifeline=sys.stdin.fileno())
        except (CannotListen, CannotPrepare, ServerFailed) as error:
            raise CommandError(str(error)) from None

    def _say_ready(self) -> None:
        self.stdout.write(READY)
        self.stdout.flush()
