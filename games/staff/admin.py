"""The admin: staff browse games and players, close games, and rename or forget people."""

from __future__ import annotations

from games.staff import games, hidden_names, log, matchboxes, players  # noqa: F401 - registers the models
