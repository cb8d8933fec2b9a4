"""The statements of a change that are written as SQL: reading a game, and saving it.

Django builds the text of a statement anew each time, which for the 40 columns of a game takes
longer than to execute it. CPU time of one ``services.play_move`` in a transaction shared with
other moves, over a SQLite file (median and fastest tenth of 60 games of nine moves, all variants in
turn; the core is slow and shared, so the ratios matter):

    everything by querysets and ``save``        3.48 ms   3.00 ms
    only the two SELECTs as SQL                 2.20 ms   1.87 ms    -38 %
    only the UPDATE of the game as SQL          3.01 ms   2.57 ms    -14 %
    only the INSERT of the move as SQL          3.24 ms   2.79 ms     -7 %
    both SELECTs and the UPDATE as SQL          1.72 ms   1.53 ms    -49 %

What saves less than 10 % of a move, such as the INSERT, is left to Django.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import connection

from games.models.games import Game
from games.models.people import Player

GAME = "SELECT * FROM games_game WHERE id = %s"
PLAYERS = "SELECT * FROM games_player WHERE id IN (%s, %s)"


def find_game_for_update(game_id: str) -> Game | None:
    """Return a game with its players, or None; call it in a transaction.

    The row is locked where the database has row locks. SQLite has none: there, a transaction
    locks the whole database when it begins (``transaction_mode`` in the settings).
    """
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    game: Game | None = next(iter(Game.objects.raw(GAME + lock, [game_id])), None)
    if game is not None:
        found = Player.objects.raw(PLAYERS, [game.x_id, game.o_id])
        players: dict[int | None, Player] = {player.pk: player for player in found}
        game.x, game.o = players.get(game.x_id), players.get(game.o_id)
    return game


def save_fields(game: Game, *names: str) -> None:
    """Save these fields of a game, as ``save(update_fields=names)`` does, but without signals."""
    statement, fields = _update(tuple(dict.fromkeys(names)))
    values = [field.get_db_prep_save(getattr(game, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, game.pk])


@cache
def _update(names: tuple[str, ...]) -> tuple[str, list[Any]]:
    fields: list[Any] = [Game._meta.get_field(name) for name in names]
    changes = ", ".join(f"{field.column} = %s" for field in fields)
    # Only names of columns of the model go into the text.
    return f"UPDATE games_game SET {changes} WHERE id = %s", fields  # noqa: S608
