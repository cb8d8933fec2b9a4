"""What one process does to serve the site on a socket, whether it is alone or one of several."""

from __future__ import annotations

import socket
from collections.abc import Callable

from django.conf import settings
from django.db import connection

from tictactoe_site.environment import lan_address
from tictactoe_site.listening_socket import EVERYWHERE
from tictactoe_site.preparation import open_database_file


class ServerFailed(Exception):
    """The server had to stop. The message says why in a sentence for the operator."""


def configure_hosts(host: str, port: int) -> None:
    """Accept requests for the host that the server listens on.

    If it listens to the whole network, set the address under which others reach it; behind a proxy
    that is the proxy's.
    """
    if host not in EVERYWHERE:
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, shown(host)]
    elif not settings.PRODUCTION and (address := lan_address()):
        settings.LAN_ADDRESS = f"http://{address}:{port}"


def public_address() -> str | None:
    """Return the address of a site behind a proxy; None if there is none, or no name says it."""
    name = settings.ALLOWED_HOSTS[0].lstrip(".")  # a dot stands for all names under a domain
    return f"https://{name}/" if settings.PRODUCTION and name != "*" else None


def shown(host: str) -> str:
    """Return a host as it stands in the address of a page on this machine."""
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def serve(
    listener: socket.socket, on_start: Callable[[], object], *, lifeline: int | None = None
) -> None:
    """Serve until SIGINT or SIGTERM, or stop gently when the descriptor ``lifeline`` ends.

    :param on_start: called once connections are accepted.
    :raises ServerFailed: if the server had to stop by itself.
    :raises CannotPrepare: if the database file is not there.
    """
    # Importing the server installs its event loop, which must not happen before it is needed.
    from tictactoe_site.server import GameServer

    connection.close()
    GameServer(listener, open_database_file(), on_start, lifeline).run()
