"""Keeps games locked in PostgreSQL, as a session of psql may that was left open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection

from games.models import Game


@contextmanager
def locked(*games: Game) -> Iterator[None]:
    """Hold the locks on games' rows from another connection."""
    parameters = connection.get_connection_params()
    server = {name: parameters[name] for name in ("dbname", "user", "host") if parameters.get(name)}
    ids = [game.pk for game in games]
    with psycopg.connect(**server) as other:
        other.execute("SELECT id FROM games_game WHERE id = ANY(%s) FOR UPDATE", [ids])
        yield
        other.rollback()
