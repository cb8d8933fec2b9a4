"""What players do in a game that goes on, or has just ended."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError
from django.db.models import Q

from games import clock, engine, protocol
from games.engine import CLASSIC, Board, Mark
from games.models import Game, Move
from games.realtime import broadcast
from games.services.base import (
    BOARD_FIELDS,
    ENDING_FIELDS,
    ends_overdue_game_first,
    finish,
    has_ended_so,
    is_processed,
    lock_game,
    note_processed,
    require_playing,
    require_seat,
    save_and_announce,
    set_board,
)
from games.services.errors import (
    CellTaken,
    Closed,
    NobodyGone,
    NoSuchCell,
    NotLowest,
    NotStarted,
    NotYourTurn,
    StaleMove,
    TooEarly,
    TooManyReactions,
)

WIN, DRAW = protocol.RESULTS
REACTIONS_A_PLY = 2


@ends_overdue_game_first
def play_move(game_id: str, player_id: int, *, ply: int, cell: int, message_id: str = "") -> Game:
    """Mark ``cell``, if ``ply`` moves have been made; the same move again changes nothing.

    Nor does a ``message`` of an id that made a move already, even if that was taken back since.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver, NotYourTurn: if the player may not.
    :raises StaleMove: if the game has gone on, or is not there yet.
    :raises NoSuchCell, CellTaken, NotLowest: if the rules do not allow it.
    """
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    if _is_played(game, marks, ply, cell, message_id):
        return game
    require_playing(game)
    if ply != game.ply:
        raise StaleMove
    if game.turn not in marks:
        raise NotYourTurn
    board = _played(game.board, cell)
    _insert_move(game, cell, message_id)
    game.press_clock()
    set_board(game, board, [*game.record, cell])
    _end(game, board)
    save_and_announce(game, *BOARD_FIELDS, *(ENDING_FIELDS if game.is_over else ()))
    return game


@ends_overdue_game_first
def resign(game_id: str, player_id: int) -> Game:
    """Give the game to the opponent; at a shared screen, whose turn it is gives up.

    Said again, it changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    """
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    loser = game.turn if game.turn in marks else marks[0]
    if has_ended_so(game, loser.opponent, Game.Reason.RESIGNED):
        return game
    require_playing(game)
    finish(game, loser.opponent, Game.Reason.RESIGNED)
    save_and_announce(game, *ENDING_FIELDS)
    return game


@ends_overdue_game_first
def claim(game_id: str, player_id: int, *, result: str) -> Game:
    """End a game whose player to move has been gone for a minute, as a ``win`` or a ``draw``.

    Said again, it changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver, Closed: if the player may not.
    :raises NobodyGone: if it is not a person's turn to move, or one's own.
    :raises TooEarly: if the other may still come back.
    """
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    winner = marks[0] if result == WIN else None
    if game.turn not in marks and has_ended_so(game, winner, Game.Reason.LEFT):
        return game
    require_playing(game)
    claimable_at = game.claimable_at()
    if claimable_at is None or game.turn in marks:
        raise NobodyGone
    if (wait := claimable_at - clock.now()) > timedelta():
        raise TooEarly(wait)
    finish(game, winner, Game.Reason.LEFT)
    save_and_announce(game, *ENDING_FIELDS)
    return game


@ends_overdue_game_first
def react(game_id: str, player_id: int, *, reaction: str, message_id: str = "") -> Game:
    """Show a reaction to the room, at most ``REACTIONS_A_PLY`` between moves; repeated, once.

    :raises NoSuchGame, NotYourGame, NotStarted, Closed, TooManyReactions: if the player may not.
    """
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    if is_processed(game, player_id, message_id):
        return game
    if game.status == Game.Status.WAITING:
        raise NotStarted
    if game.status == Game.Status.CLOSED:
        raise Closed
    field = f"{marks[0].lower()}_reactions"
    if getattr(game, field) >= REACTIONS_A_PLY:
        raise TooManyReactions
    setattr(game, field, getattr(game, field) + 1)
    game.save(update_fields=[field])
    note_processed(game, player_id, message_id)
    broadcast.announce_reaction(game, marks[0], reaction)
    return game


def _is_played(game: Game, marks: list[Mark], ply: int, cell: int, message_id: str) -> bool:
    """Say if this very move of the player's has been made already."""
    same = Q(undone_at=None) | ~Q(message="") & Q(message=message_id)
    if ply >= game.ply and not game.allows_undo:
        return False
    move = game.moves.filter(same, ply=ply, cell=cell).first()
    return move is not None and move.mark in marks


def _end(game: Game, board: Board) -> None:
    """End a game that the rules end, or that can only be drawn where the board is large."""
    if outcome := board.outcome():
        finish(game, outcome.winner, Game.Reason(outcome.reason))
    elif board.variant.size > CLASSIC.size and board.is_dead:
        finish(game, None, Game.Reason.DEAD)


def _played(board: Board, cell: int) -> Board:
    try:
        return board.play(cell)
    except engine.CellTaken:
        raise CellTaken from None
    except engine.NotLowest:
        raise NotLowest from None
    except engine.NoSuchCell:
        raise NoSuchCell from None


def _insert_move(game: Game, cell: int, message_id: str) -> None:
    try:
        Move.objects.create(game=game, ply=game.ply, cell=cell, message=message_id)
    except IntegrityError:
        # The constraints are the last word where rows cannot be locked. What is raised here
        # rolls the whole change back.
        raise StaleMove from None
