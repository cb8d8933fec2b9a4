"""Another connection to PostgreSQL, and games that it keeps locked as a forgotten psql may."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection

from games.models import Game

# In this database: other tests wait in others of the same server.
WAITING = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE wait_event_type = 'Lock' AND datname = current_database()"
)


@contextmanager
def other_connection() -> Iterator[psycopg.Connection]:
    parameters = connection.get_connection_params()
    server = {name: parameters[name] for name in ("dbname", "user", "host") if parameters.get(name)}
    with psycopg.connect(**server) as other:
        yield other
        other.rollback()


@contextmanager
def locked(*games: Game) -> Iterator[None]:
    with other_connection() as other:
        ids = [game.pk for game in games]
        other.execute("SELECT id FROM games_game WHERE id = ANY(%s) FOR UPDATE", [ids])
        yield


def is_waiting(other: psycopg.Connection, count: int = 1) -> bool:
    # Within a transaction PostgreSQL shows what it showed first, unless it is told not to.
    other.execute("SELECT pg_stat_clear_snapshot()")
    return other.execute(WAITING).fetchone() == (count,)
