#!/usr/bin/env python
"""Django's command line; ``manage.py play`` starts the game."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import Error

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Settings: {error}")
    except Error as error:
        if "--traceback" in sys.argv:
            raise
        what = " ".join(str(error).split())
        sys.exit(
            f"The database cannot be used: {what}. 'manage.py prepare' makes it, or says more."
        )


if __name__ == "__main__":
    main()
