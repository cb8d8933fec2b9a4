from __future__ import annotations

import os
import signal
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility
from django.db import Error
from django.db.migrations.exceptions import NodeNotFoundError
from environs import EnvError

from games.ops import program

HELP = ("-h", "--help")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    if "--version" in sys.argv:
        sys.exit(print(f"{program.PACKAGE} {program.version()}"))
    try:
        ManagementUtility(with_command(sys.argv)).execute()
    except (ImproperlyConfigured, EnvError) as error:
        sys.exit(f"Settings: {error}")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except BrokenPipeError:
        # The reader, such as ``head``, has closed the pipe; Python would flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (Error, NodeNotFoundError) as error:
        if "--traceback" in sys.argv:
            raise
        what, migrate = " ".join(str(error).split()), program.command("migrate")
        sys.exit(
            f"The database cannot be used: {what}. '{migrate}' makes it; if it is damaged put a "
            "backup in its place."
        )


def with_command(arguments: list[str]) -> list[str]:
    first = arguments[1] if arguments[1:] else "-"
    if first.startswith("-") and first not in HELP:
        return [arguments[0], "play", *arguments[1:]]
    return arguments
