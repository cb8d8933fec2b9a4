"""The one query that is written as SQL: a game and its players, read for every change of a game.

Django builds the text of a query anew each time, which for the 40 columns of a game takes longer
than to run it. CPU time of one ``services.play_move`` over a SQLite file (the lower quartile of 80
games of nine moves, variants in turn; a slow shared core, so only the ratios matter):

    all by Django's querysets                         6.8 ms
    this query as SQL, all else by querysets          5.0 ms    26 % less
    the UPDATE of the game as SQL, all else so        6.3 ms     7 % less
    the INSERT of the move as SQL, all else so        6.5 ms     5 % less

What saves less than 10 % of a move is left to Django.
"""

from __future__ import annotations

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
