"""The statements written as SQL: reading and saving a game, storing a move, who plays, a lock.

Django builds the text of a statement and the list of its converters anew each time, which for the
50 columns of a game and its players takes longer than to execute it. CPU time of ``play_move``, in
transactions that 25 moves share, over a SQLite file (least of four runs of 900 moves, all variants
in turn on a busy machine, so the ratios matter):

    as here, with ``services.game_cache``             0.6 ms
    stored by a queryset and ``save``                 1.2 ms
    as here, but read anew for each move              1.2 ms
    and found by a queryset                           2.8 ms
    all by querysets, without the cache               3.5 ms

The answer to a ping, which is mostly reading, takes 0.12 ms so, 0.21 ms if all columns are read,
and 1.5 ms by a queryset. Whether a credential is valid takes 0.01 ms so, and 0.18 ms by a queryset
(23 November 2026).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction

from games.models.games import Game
from games.models.moves import Move
from games.models.people import Credential, Player

Convert = Callable[[Any], Any]

FOR_UPDATE = " FOR UPDATE OF game"
# The cell is free in the stored position, which may be empty before the first move. No constraint
# on moves can say so, for those that were set up have no row.
IS_FREE = "substr(replace(position, '/', ''), %s, 1) IN ('.', '')"
IS_PLAYABLE = f"WHERE id = %s AND version = %s AND {IS_FREE}"


class NewMove(NamedTuple):
    """A move that is to be stored, without what a model needs to be made."""

    ply: int
    cell: int
    message: str
    created_at: datetime


MOVE_FIELDS = ("game", *NewMove._fields)
# Whether a game has changed, whose turn it is, whether time is up, and who was here when.
BRIEF_GAME = ("id", "x", "o", "status", "version", "ply", "x_seen_at", "o_seen_at", "deadline_at")
BRIEF_PLAYER = ("id", "level")


class Columns(NamedTuple):
    """The columns of a model in a SELECT: their text, their fields, and how values are read."""

    model: type[models.Model]
    text: str
    names: list[str]
    key: int  # the position of the primary key
    converters: list[tuple[int, Convert]]  # by position, for those that need one

    def build(self, row: list[Any]) -> Any:
        """Return the instance that a row stands for, None if an outer join has found none."""
        if row[self.key] is None:
            return None
        for position, convert in self.converters:
            row[position] = convert(row[position])
        return self.model.from_db(DEFAULT_DB_ALIAS, self.names, row)


def find_game(game_id: str) -> Game | None:
    """Return a game with its players, or None."""
    found = _read(game_id, _whole_game())
    return found.game_with_players() if found else None


def find_game_in_brief(game_id: str) -> Game | None:
    """Return a game with its players, or None; what is not in BRIEF_GAME is read when it is used.

    That is all that most pings ask for.
    """
    found = _read(game_id, _brief_game())
    return found.game_with_players() if found else None


def find_game_for_update(game_id: str) -> Game | None:
    """Return a game with its players, or None; call it in a transaction.

    The row is locked where the database has row locks. SQLite has none: there, a transaction
    locks the whole database when it begins (``transaction_mode`` in the settings).
    """
    lock = FOR_UPDATE if connection.features.has_select_for_update else ""
    found = _read(game_id, _whole_game(), lock)
    if found and found.has_old_players:
        # Somebody joined while this waited for the lock. PostgreSQL then returns the game as it is
        # now, joined with the players of before. Now that the row is locked, read it again.
        found = _read(game_id, _whole_game(), lock)
    return found.game_with_players() if found else None


class GameAndPlayers(NamedTuple):
    """A game and its players, as one row of a SELECT has them."""

    game: Game
    x: Player | None
    o: Player | None

    @property
    def has_old_players(self) -> bool:
        ids = [player.pk if player else None for player in (self.x, self.o)]
        return ids != [self.game.x_id, self.game.o_id]

    def game_with_players(self) -> Game:
        self.game.x, self.game.o = self.x, self.o
        return self.game


class Select(NamedTuple):
    """A SELECT of a game and its players, and the columns of each, in their order."""

    text: str
    columns: tuple[Columns, ...]  # of the game, of X and of O


def _read(game_id: str, select: Select, lock: str = "") -> GameAndPlayers | None:
    with connection.cursor() as cursor:
        cursor.execute(select.text + lock, [game_id])
        row = cursor.fetchone()
    if row is None:
        return None
    values = iter(row)
    return GameAndPlayers(
        *(each.build([*islice(values, len(each.names))]) for each in select.columns)
    )


def is_valid(credential: Credential) -> bool:
    """Say whether a person's credential is still good; it is asked with each message."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM games_player WHERE id = %s AND generation <= %s AND level IS NULL",
            credential,
        )
        return cursor.fetchone() is not None


def lock_key(key: str) -> None:
    """Let transactions that lock the same key follow one another, until this one ends.

    For what has no row to lock yet. On SQLite all transactions that write follow one another.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])


def save_fields(game: Game, *names: str) -> None:
    """Save these fields of a game, as ``save(update_fields=names)`` does, but without signals."""
    fields = _fields(Game, names)
    with connection.cursor() as cursor:
        cursor.execute(f"{_update(fields)} WHERE id = %s", [*_values(game, fields), game.pk])


def store_move(game: Game, move: NewMove, *names: str) -> bool:
    """Store a move and these fields of the game after it, of which ``version`` is one.

    Return False, and store nothing, unless the stored game still has the version before that, and
    the cell is free in it. An error makes the transaction around it unusable, for there is no
    savepoint; another move at the same ply or cell is one on PostgreSQL, and on SQLite False.
    """
    database = connections[DEFAULT_DB_ALIAS]
    fields, of_move = _fields(Game, names), _fields(Move, MOVE_FIELDS)
    update, insert = _update(fields), _insert(of_move)
    found = game.pk, game.version - 1, move.cell + 1
    changes = [*_values(game, fields), *found]
    row = [field.adapt(value) for field, value in zip(of_move, (game.pk, *move), strict=True)]
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            # One statement is one round trip, and by itself a transaction.
            update = f"WITH game AS ({update} {IS_PLAYABLE} RETURNING id) {insert} FROM game"
            cursor.execute(update, changes + row)
            return bool(cursor.rowcount)
        with transaction.atomic(savepoint=False):
            # Other moves share the transaction, so that an error would undo them too.
            insert = f"{insert} FROM games_game {IS_PLAYABLE} ON CONFLICT DO NOTHING"
            cursor.execute(insert, [*row, *found])
            if is_stored := bool(cursor.rowcount):
                cursor.execute(f"{update} {IS_PLAYABLE}", changes)
            return is_stored


@cache
def _whole_game() -> Select:
    return _select(
        *([field.name for field in model._meta.concrete_fields] for model in (Game, Player))
    )


@cache
def _brief_game() -> Select:
    return _select(BRIEF_GAME, BRIEF_PLAYER)


def _select(of_game: Collection[str], of_player: Collection[str]) -> Select:
    columns = (
        _columns(Game, "game", of_game),
        _columns(Player, "x", of_player),
        _columns(Player, "o", of_player),
    )
    # Only names of columns of the models go into the text.
    return Select(
        f"SELECT {', '.join(each.text for each in columns)} FROM games_game game "  # noqa: S608
        "LEFT JOIN games_player x ON x.id = game.x_id "
        "LEFT JOIN games_player o ON o.id = game.o_id WHERE game.id = %s",
        columns,
    )


def _columns(model: type[models.Model], alias: str, names: Collection[str]) -> Columns:
    # In the order of the model's fields, in which from_db takes the values.
    fields = [field for field in model._meta.concrete_fields if field.name in names]
    return Columns(
        model,
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


def store_seen(game_id: str, mark: str, player_id: int, at: datetime) -> None:
    """Store when the player of a mark was last seen in a game that is being played."""
    seat, field = mark.lower(), _fields(Game, (f"{mark.lower()}_seen_at",))[0]
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_update((field,))} WHERE id = %s AND {seat}_id = %s AND status = %s",
            [field.adapt(at), game_id, player_id, Game.Status.PLAYING.value],
        )


class StoredField(NamedTuple):
    """A field of a model: its attribute, its column, and how its value is stored."""

    attribute: str
    column: str
    adapt: Convert


@cache
def _fields(model: type[models.Model], names: tuple[str, ...]) -> tuple[StoredField, ...]:
    fields: list[Any] = [model._meta.get_field(name) for name in dict.fromkeys(names)]
    return tuple(StoredField(field.attname, field.column, _adapter(field)) for field in fields)


def _adapter(field: Any) -> Convert:
    """Return what makes the value of a field the value of its column."""
    if isinstance(field, models.CharField | models.IntegerField):
        return _unchanged
    return lambda value: None if value is None else field.get_db_prep_save(value, connection)


def _unchanged(value: Any) -> Any:
    return value


def _values(model: models.Model, fields: tuple[StoredField, ...]) -> list[Any]:
    return [field.adapt(getattr(model, field.attribute)) for field in fields]


# Only names of columns of the models go into the text of these.


@cache
def _update(fields: tuple[StoredField, ...]) -> str:
    changes = ", ".join(f"{field.column} = %s" for field in fields)
    return f"UPDATE games_game SET {changes}"  # noqa: S608


@cache
def _insert(fields: tuple[StoredField, ...]) -> str:
    columns, values = ", ".join(field.column for field in fields), ", ".join(["%s"] * len(fields))
    return f"INSERT INTO games_move ({columns}) SELECT {values}"
