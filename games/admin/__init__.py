"""The admin: staff browse games and players, delete games, and rename or forget people."""

from __future__ import annotations

from games.admin import games, matchboxes, players  # noqa: F401 - registers the models
