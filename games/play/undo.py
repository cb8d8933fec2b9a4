"""Undoing moves: at once where one person decides, by agreement between two people."""

from __future__ import annotations

from games.engine import Board, Mark, clock, play_moves
from games.models import Game, GameEvent
from games.play.base import (
    BOARD_FIELDS,
    ends_overdue_game_first,
    is_processed,
    lock_game,
    note_processed,
    require_playing,
    require_seat,
    save_and_announce,
    set_board,
)
from games.play.errors import NotAsked, NothingToUndo, NoUndo, StaleMove, UndoDeclined


@ends_overdue_game_first
def undo(game_id: str, player_id: int, *, ply: int, message_id: str = "") -> Game:
    """Undo the player's last move and the reply to it, or ask the opponent to agree.

    Against the computer and on a shared screen the move is undone at once. Between two people the
    first call makes a request, and a call by the opponent agrees to it. The same ``message_id``
    again changes nothing. Moves that were set up before the game are not undone.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    :raises NoUndo, NothingToUndo, UndoDeclined: if undoing is not possible now.
    :raises StaleMove: if ``ply`` is not the number of moves made.
    """
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    if is_processed(game, player_id, message_id):
        return game
    require_playing(game)
    if not game.allows_undo:
        raise NoUndo
    if ply != game.ply and not _has_crossed_a_reply(game, marks, ply):
        raise StaleMove
    request = game.undo_request
    mark = Mark(request) if request else _mark_to_undo(game, marks)
    if request and mark in marks:
        return game
    if request or game.is_hot_seat or game.level:
        _undo_moves(game, mark)
    else:
        _request_undo(game, mark)
    note_processed(game, player_id, message_id)
    return game


@ends_overdue_game_first
def decline(game_id: str, player_id: int, *, ply: int, message_id: str = "") -> Game:
    """Refuse the opponent's request to undo, or withdraw one's own.

    Repeated at the same ply, or with the same ``message_id``, it changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    :raises NotAsked: if there is no such request at that ply.
    """
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    if is_processed(game, player_id, message_id):
        return game
    require_playing(game)
    if ply != game.ply or not game.undo_request:
        if game.undo_declined_at == ply:
            return game
        raise NotAsked
    kind, game.undo_declined_at = GameEvent.Kind.UNDO_DECLINED, game.ply
    if game.undo_by in marks:
        kind, game.undo_by = GameEvent.Kind.UNDO_WITHDRAWN, ""
    save_and_announce(game, "undo_by", "undo_declined_at")
    game.events.create(kind=kind, mark=marks[0])
    note_processed(game, player_id, message_id)
    return game


def _has_crossed_a_reply(game: Game, marks: list[Mark], ply: int) -> bool:
    """Say whether a request to undo was sent just before the opponent's reply arrived.

    The reply is then undone too. But if the opponent has also requested an undo, a late request
    must not count as agreement.
    """
    is_one_late = game.turn in marks and ply == game.ply - 1
    return is_one_late and not (game.is_hot_seat or game.undo_request)


def _mark_to_undo(game: Game, marks: list[Mark]) -> Mark:
    """Return the side whose last move is undone; on a shared screen, the side that moved last."""
    return game.turn.opponent if game.is_hot_seat else marks[0]


def _request_undo(game: Game, mark: Mark) -> None:
    if game.undo_target(mark) is None:
        raise NothingToUndo
    if game.undo_declined_at == game.ply:
        raise UndoDeclined
    game.undo_by = mark
    save_and_announce(game, "undo_by")
    game.events.create(kind=GameEvent.Kind.UNDO_ASKED, mark=mark)


def _undo_moves(game: Game, mark: Mark) -> None:
    target = game.undo_target(mark)
    if target is None:
        raise NothingToUndo
    game.moves.live().filter(ply__gte=target).update(undone_at=clock.now())
    record = game.record[:target]
    board = play_moves(Board(game.variant), record)
    game.rewind_clock(target)
    set_board(game, board, record)
    save_and_announce(game, *BOARD_FIELDS)
