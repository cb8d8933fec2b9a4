"""Raw SQL for the statements of every move: ``tests.tools.bench departures sql`` shows why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, models, transaction

from games.models.games import Game
from games.models.people import Credential, Player

Convert = Callable[[Any], Any]

FOR_UPDATE = " FOR UPDATE OF game"
# The cell is free in the stored position, which is empty text before the first move. A constraint
# on moves does not suffice, because moves that were set up have no row.
IS_FREE = "substr(replace(position, '/', ''), %s, 1) IN ('.', '')"
IS_PLAYABLE = f"WHERE id = %s AND version = %s AND {IS_FREE}"
STORE_MOVE = """
    INSERT INTO games_move (game_id, ply, cell, message, created_at) SELECT %s, %s, %s, %s, %s"""


class NewMove(NamedTuple):
    ply: int
    cell: int
    message: str
    created_at: datetime


class Columns(NamedTuple):
    model: type[models.Model]
    text: str
    names: list[str]
    key: int  # the position of the primary key
    converters: list[tuple[int, Convert]]  # by position, for those that need one

    def build(self, row: list[Any]) -> Any:
        if row[self.key] is None:
            return None
        for position, convert in self.converters:
            if row[position] is not None:
                row[position] = convert(row[position])
        return self.model.from_db(DEFAULT_DB_ALIAS, self.names, row)


class Select(NamedTuple):
    text: str
    game: Columns
    player: Columns


def find_game(game_id: str) -> Game | None:
    return _find_game(game_id)


def find_game_for_update(game_id: str) -> Game | None:
    # In a transaction. SQLite has no row locks: there a transaction locks the whole database when
    # it begins (``transaction_mode`` in the settings).
    lock = FOR_UPDATE if connection.features.has_select_for_update else ""
    game = _find_game(game_id, lock)
    if game and [seat and seat.pk for seat in (game.x, game.o)] != [game.x_id, game.o_id]:
        # Somebody joined while this transaction waited for the lock. PostgreSQL then returns the
        # new row of the game joined with the old players. The row is locked now: read it again.
        game = _find_game(game_id, lock)
    return game


def is_valid(credential: Credential) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM games_player WHERE id = %s AND generation <= %s AND level IS NULL",
            credential,
        )
        return cursor.fetchone() is not None


def store_move(game: Game, move: NewMove, *names: str) -> bool:
    """Return False, with nothing stored, unless version and cell are as the move found them."""
    # Both are stored or none, also outside a transaction. PostgreSQL raises ``IntegrityError`` if
    # there is another move at the same ply or cell.
    values = [adapt(getattr(game, name)) for name, adapt in _adapters(names)]
    found: list[Any] = [game.pk, game.version - 1, move.cell + 1]
    created_at = connection.ops.adapt_datetimefield_value(move.created_at)
    row: list[Any] = [game.pk, move.ply, move.cell, move.message, created_at]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # One statement is one round trip, and a transaction by itself.
            update = f"WITH game AS ({_update(names)} RETURNING id)"
            cursor.execute(f"{update} {STORE_MOVE} FROM game", values + found + row)
            return bool(cursor.rowcount)
        with transaction.atomic(savepoint=False):
            # Other moves may share the transaction, and an error would undo them too.
            insert = f"{STORE_MOVE} FROM games_game {IS_PLAYABLE} ON CONFLICT DO NOTHING"
            cursor.execute(insert, row + found)
            if is_stored := bool(cursor.rowcount):
                cursor.execute(_update(names), values + found)
            return is_stored


def lock_key(key: str) -> None:
    """Make others that lock the key wait until this transaction ends; for what has no row yet."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])


def _find_game(game_id: str, lock: str = "") -> Game | None:
    select = _select()
    with connection.cursor() as cursor:
        cursor.execute(select.text + lock, [game_id])
        row = [*(cursor.fetchone() or ())]
    of_game, of_player = len(select.game.names), len(select.player.names)
    game: Game | None = select.game.build(row[:of_game]) if row else None
    if game:
        # Set the caches of the fields, because an assignment would change the ids as well.
        _field("x").set_cached_value(game, select.player.build(row[of_game : of_game + of_player]))
        _field("o").set_cached_value(game, select.player.build(row[of_game + of_player :]))
    return game


def _field(name: str) -> Any:
    return Game._meta.get_field(name)


# The text of these statements is built only from the names of the models' columns.


@cache
def _select() -> Select:
    game, x, o = _columns(Game, "game"), _columns(Player, "x"), _columns(Player, "o")
    return Select(
        f"SELECT {game.text}, {x.text}, {o.text} FROM games_game game "  # noqa: S608
        "LEFT JOIN games_player x ON x.id = game.x_id "
        "LEFT JOIN games_player o ON o.id = game.o_id WHERE game.id = %s",
        game,
        x,
    )


@cache
def _update(names: tuple[str, ...]) -> str:
    columns = (_field(name).column for name in names)
    changes = ", ".join(f"{column} = %s" for column in columns)
    return f"UPDATE games_game SET {changes} {IS_PLAYABLE}"  # noqa: S608


def _columns(model: type[models.Model], alias: str) -> Columns:
    fields = model._meta.concrete_fields
    return Columns(
        model,
        ", ".join(f"{alias}.{field.column}" for field in fields),
        [field.attname for field in fields],
        fields.index(model._meta.pk),
        [(position, to) for position, field in enumerate(fields) if (to := _converter(field))],
    )


def _converter(field: Any) -> Convert | None:
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
def _adapters(names: tuple[str, ...]) -> list[tuple[str, Convert]]:
    return [(_field(name).attname, _adapter(_field(name))) for name in names]


def _adapter(field: Any) -> Convert:
    if isinstance(field, models.CharField | models.IntegerField):
        return lambda value: value
    return lambda value: None if value is None else field.get_db_prep_save(value, connection)
