"""The command line: that of Django, with a sentence where Django would show a traceback."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error

from games.ops import program


def main() -> None:
    """Run the command that the arguments name; ``play`` if there are none."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    if "--version" in sys.argv:
        sys.exit(print(f"{program.PACKAGE} {program.version()}"))
    try:
        execute_from_command_line(sys.argv if sys.argv[1:] else [sys.argv[0], "play"])
    except ImproperlyConfigured as error:
        sys.exit(f"Settings: {error}")
    except Error as error:
        if "--traceback" in sys.argv:
            raise
        what, prepare = " ".join(str(error).split()), program.command("prepare")
        sys.exit(f"The database cannot be used: {what}. '{prepare}' makes it, or says more.")
