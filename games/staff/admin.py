"""Registers the models of the admin."""

from __future__ import annotations

from games.staff import (  # noqa: F401 - registers the models
    games,
    log,
    players,
    reports,
    texts,
    users,
)
