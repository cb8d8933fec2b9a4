"""The statements that are written as SQL: reading a game to change it, saving it, and a lock.

Django builds the text of a statement and the list of its converters anew each time, which for the
50 columns of a game and its players takes longer than to execute it. CPU time of a move, from the
message to its answer, in a transaction that 20 moves share, over a SQLite file (median of three
runs of 1,080 moves, all variants in turn; the core is slow, so the ratios matter):

    as here                      1.5 ms
    saved by ``save``            1.8 ms
    found by a queryset          3.4 ms
    both                         4.1 ms

What saves less than 10 %, such as the INSERT of the move (7 %) and a savepoint for each service
(4 %), is left to Django.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, models

from games.models.games import Game
from games.models.people import Player

Convert = Callable[[Any], Any]


class Columns(NamedTuple):
    """The columns of a model in a SELECT: their text, their fields, and how values are read."""

    text: str
    names: list[str]
    key: int  # the position of the primary key
    converters: list[tuple[int, Convert]]  # by position, for those that need one

    def build(self, model: type[models.Model], row: list[Any]) -> Any:
        """Return the instance that a row stands for, None if an outer join has found none."""
        if row[self.key] is None:
            return None
        for position, convert in self.converters:
            row[position] = convert(row[position])
        return model.from_db(DEFAULT_DB_ALIAS, self.names, row)


def find_game_for_update(game_id: str) -> Game | None:
    """Return a game with its players, or None; call it in a transaction.

    The row is locked where the database has row locks. SQLite has none: there, a transaction
    locks the whole database when it begins (``transaction_mode`` in the settings).
    """
    found = _read_for_update(game_id)
    if found and found.has_old_players:
        # Somebody joined while this waited for the lock. PostgreSQL then returns the game as it is
        # now, joined with the players of before. Now that the row is locked, read it again.
        found = _read_for_update(game_id)
    if found is None:
        return None
    found.game.x, found.game.o = found.x, found.o
    return found.game


class GameAndPlayers(NamedTuple):
    """A game and its players, as one row of a SELECT has them."""

    game: Game
    x: Player | None
    o: Player | None

    @property
    def has_old_players(self) -> bool:
        ids = [player.pk if player else None for player in (self.x, self.o)]
        return ids != [self.game.x_id, self.game.o_id]


def _read_for_update(game_id: str) -> GameAndPlayers | None:
    with connection.cursor() as cursor:
        cursor.execute(_select(), [game_id])
        row = cursor.fetchone()
    if row is None:
        return None
    of_game, of_player = _columns(Game, "game"), _columns(Player, "x")
    x, o = len(of_game.names), len(of_game.names) + len(of_player.names)
    return GameAndPlayers(
        of_game.build(Game, list(row[:x])),
        of_player.build(Player, list(row[x:o])),
        of_player.build(Player, list(row[o:])),
    )


def lock_key(key: str) -> None:
    """Let transactions that lock the same key follow one another, until this one ends.

    For what has no row to lock yet. On SQLite all transactions that write follow one another.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])


def save_fields(game: Game, *names: str) -> None:
    """Save these fields of a game, as ``save(update_fields=names)`` does, but without signals."""
    statement, fields = _update(tuple(dict.fromkeys(names)))
    values = [field.get_db_prep_save(getattr(game, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, game.pk])


@cache
def _select() -> str:
    tables = ((Game, "game"), (Player, "x"), (Player, "o"))
    columns = ", ".join(_columns(model, alias).text for model, alias in tables)
    lock = " FOR UPDATE OF game" if connection.features.has_select_for_update else ""
    # Only names of columns of the models go into the text.
    return (
        f"SELECT {columns} FROM games_game game "  # noqa: S608
        "LEFT JOIN games_player x ON x.id = game.x_id "
        f"LEFT JOIN games_player o ON o.id = game.o_id WHERE game.id = %s{lock}"
    )


@cache
def _columns(model: type[models.Model], alias: str) -> Columns:
    fields = model._meta.concrete_fields  # in the order in which from_db takes the values
    return Columns(
        ", ".join(f"{alias}.{field.column}" for field in fields),
        [field.attname for field in fields],
        [field.primary_key for field in fields].index(True),
        [(position, to) for position, field in enumerate(fields) if (to := _converter(field))],
    )


def _converter(field: Any) -> Convert | None:
    """Return what makes the value of a column the value of a field, None if they are the same."""
    column = field.cached_col
    converters = connection.ops.get_db_converters(column) + field.get_db_converters(connection)
    if not converters:
        return None

    def convert(value: Any) -> Any:
        for each in converters:
            value = each(value, column, connection)
        return value

    return convert


@cache
def _update(names: tuple[str, ...]) -> tuple[str, list[Any]]:
    fields: list[Any] = [Game._meta.get_field(name) for name in names]
    changes = ", ".join(f"{field.column} = %s" for field in fields)
    # Only names of columns of the model go into the text.
    return f"UPDATE games_game SET {changes} WHERE id = %s", fields  # noqa: S608
