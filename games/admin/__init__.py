"""The admin: staff browse games and players, close games, and rename or forget people."""

from __future__ import annotations

from games.admin import (  # noqa: F401 - registers the models
    games,
    hidden_names,
    log,
    matchboxes,
    players,
)
