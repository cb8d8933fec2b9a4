"""``manage.py play``: prepares database and files, starts the server and prints its address."""

from __future__ import annotations

import os
import secrets
import socket
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from tictactoe_site import data_folder
from tictactoe_site.data_folder import DatabaseFile
from tictactoe_site.database import SQLITE
from tictactoe_site.environment import lan_address

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - other devices on the network are meant to join
STAFF = "staff"
# The admin brings each of them a second time as .min.js and loads these only with DEBUG, when
# files are served where they are found. Looking for imports in them takes 0.9 s of a start.
NOT_COLLECTED = ["jquery.js", "select2.full.js", "xregexp.js"]


class Command(BaseCommand):
    help = "Start the game and print the address to open. Ctrl-C stops it."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as in the base class

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default=EVERYWHERE[0], help="address to listen on (%(default)s)"
        )
        parser.add_argument("--port", default=8000, type=int, help="port (%(default)s)")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        # While the server runs it handles Ctrl-C itself. This is for the seconds before.
        with suppress(KeyboardInterrupt), closing(_listen(host, port)) as listener:
            _prepare_database()
            _collect_static_files()
            password = _create_staff()
            bound = listener.getsockname()[1]
            _configure_hosts(host, bound)
            _serve(listener, partial(self._greet, host, bound, password))
        self.stdout.write("\nStopped. Every game is kept.")

    def _greet(self, host: str, port: int, password: str | None) -> None:
        here = f"http://{_shown(host)}:{port}/"
        lines = ["Tic-tac-toe is running.", "", f"  Open           {here}"]
        if settings.LAN_ADDRESS:
            lines.append(f"  Other devices  {settings.LAN_ADDRESS}/")
        lines.append(f"  Admin          {here}admin/")
        if password:
            lines += ["", f"  Staff user: {STAFF}   password: {password}   (shown only now)"]
        else:
            lines += ["", f"  Forgot the staff password? manage.py changepassword {STAFF}"]
        self.stdout.write("\n".join([*lines, "", "Ctrl-C stops it."]))
        self.stdout.flush()


def _configure_hosts(host: str, port: int) -> None:
    """Accept requests for the host that the server listens on.

    If it listens to the whole network, set the address under which others reach it.
    """
    if host not in EVERYWHERE:
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, _shown(host)]
    elif address := lan_address():
        settings.LAN_ADDRESS = f"http://{address}:{port}"


def _shown(host: str) -> str:
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _listen(host: str, port: int) -> socket.socket:
    """Open the listening socket.

    This comes before anything else, so that a second server on the same port changes nothing.

    :raises CommandError: if the host or the port cannot be used.
    """
    is_six = ":" in host
    family = socket.AF_INET6 if is_six else socket.AF_INET
    both = is_six and host in EVERYWHERE and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=512, dualstack_ipv6=both)
    except OverflowError:
        raise CommandError("A port is a number from 0 to 65535.") from None
    except OSError as error:
        raise CommandError(
            f"Cannot listen on {host}, port {port}: {_reason(error)}. "
            f"Choose another port with --port, such as --port {_another(port)}."
        ) from None


def _reason(error: OSError) -> str:
    # gaierror has numbers of its own, which strerror() does not know.
    if error.errno is None or isinstance(error, socket.gaierror):
        return str(error.strerror)
    return os.strerror(error.errno)


def _another(port: int) -> int:
    return port + 1 if 0 < port < 65535 else 8001


def _database_file() -> Path | None:
    """Return the path of the SQLite database, None if the database is a server."""
    database = settings.DATABASES["default"]
    return Path(str(database["NAME"])) if database["ENGINE"] == SQLITE else None


def _prepare_database() -> None:
    path = _database_file()
    try:
        data_folder.prepare(settings.DATA_DIR, path)
        if path is None:
            _connect_once()
        _check_not_newer()
        call_command("migrate", verbosity=0, interactive=False)
        call_command("clearsessions")
    except (OSError, DatabaseError) as error:
        raise CommandError(_explain(error, path)) from None


def _connect_once() -> None:
    """Make sure that the database server answers; the pool would try for half a minute."""
    database: Any = connection  # of psycopg, which the types do not know
    with database.wrap_database_errors:
        database.Database.connect(**database.get_connection_params()).close()


def _explain(error: Exception, path: Path | None) -> str:
    if path is None:
        return f"Cannot use the database in DATABASE_URL: {' '.join(str(error).split())}"
    if data_folder.is_damaged(error):
        return (
            f"The database {path} is damaged: {error}. Put a backup in its place, "
            "or move it elsewhere to start with an empty one."
        )
    return (
        f"Cannot use the database {path}: {error}. "
        "Make its folder writable, or name another one in DATA_DIR."
    )


def _check_not_newer() -> None:
    loader = MigrationLoader(connection)
    known = loader.disk_migrations or {}
    newer = [app for app, name in loader.applied_migrations if _is_unknown(app, name, known)]
    if newer:
        raise CommandError(
            "This database was made by a newer version of the game. "
            "Update the game, or name another folder in DATA_DIR."
        )


def _is_unknown(app: str, name: str, known: dict[tuple[str, str], Any]) -> bool:
    # Migrations of other apps may have been squashed since; those of this app never are.
    return app == "games" and (app, name) not in known


def _collect_static_files() -> None:
    try:
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=NOT_COLLECTED)
    except OSError as error:
        raise CommandError(
            f"Cannot write the static files to {settings.STATIC_ROOT}: {error.strerror}. "
            "Make the folder writable, or name another one in DATA_DIR."
        ) from None


def _create_staff() -> str | None:
    """Create the first staff user; return its password, or None if there was a staff user."""
    users = get_user_model().objects
    if users.filter(is_staff=True).exists():
        return None
    password = secrets.token_urlsafe(9)
    users.create_superuser(STAFF, password=password)
    return password


def _serve(listener: socket.socket, on_start: Callable[[], None]) -> None:
    # Importing the server installs its event loop, which must not happen before it is needed.
    from tictactoe_site.server import GameServer, ServerFailed

    connection.close()
    path = _database_file()
    try:
        GameServer(listener, DatabaseFile(path) if path else None, on_start).run()
    except ServerFailed as error:
        raise CommandError(str(error)) from None
