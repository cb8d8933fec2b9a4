"""Registers the models of the admin."""

from __future__ import annotations

from games.staff import games, hidden_names, log, matchboxes, players  # noqa: F401 - registers the models
