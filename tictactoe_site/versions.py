"""Whether a database belongs to this version of the game, by the migrations applied to it."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


def is_older(connection: BaseDatabaseWrapper) -> bool:
    """Return whether there are migrations that were not applied to the database."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def is_newer(connection: BaseDatabaseWrapper) -> bool:
    """Return whether a newer version of the game has migrated the database."""
    loader = MigrationLoader(connection)
    known = loader.disk_migrations or {}
    return any(_is_unknown(app, name, known) for app, name in loader.applied_migrations)


def _is_unknown(app: str, name: str, known: dict[tuple[str, str], Any]) -> bool:
    # Migrations of other apps may have been squashed since; those of this app never are.
    return app == "games" and (app, name) not in known
