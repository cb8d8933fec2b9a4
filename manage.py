#!/usr/bin/env python
"""The command line in a checkout; ``manage.py play`` starts the game."""

from __future__ import annotations

from tictactoe_site.command_line import main

if __name__ == "__main__":
    main()
