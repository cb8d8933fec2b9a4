"""The command line: that of Django, with a sentence where Django would show a traceback."""

from __future__ import annotations

import os
import signal
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility, get_commands, load_command_class
from django.db import Error
from django.db.migrations.exceptions import NodeNotFoundError
from environs import EnvError

from games.ops import program

HELP = ("-h", "--help")
OURS = ("games", "tictactoe_site")  # how the names of our apps begin


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    if "--version" in sys.argv:
        sys.exit(print(f"{program.PACKAGE} {program.version()}"))
    try:
        CommandLine(with_command(sys.argv)).execute()
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


class CommandLine(ManagementUtility):
    def main_help_text(self, commands_only: bool = False) -> str:
        commands = get_commands().items()
        ours = sorted((name, app) for name, app in commands if str(app).startswith(OURS))
        if commands_only or not ours:  # wrong settings, which Django's own text names
            return super().main_help_text(commands_only)
        lines = (f"  {name:12} {_first_sentence(name, str(app))}" for name, app in ours)
        return "\n".join(
            [
                f"{program.command('COMMAND')} [options]",
                "",
                *lines,
                "",
                f"Without a command it plays. '{program.command('COMMAND --help')}' says more.",
                f"All commands, with Django's own: '{program.command('help --commands')}'",
            ]
        )


def _first_sentence(name: str, app: str) -> str:
    return load_command_class(app, name).help.partition(". ")[0].rstrip(".")
