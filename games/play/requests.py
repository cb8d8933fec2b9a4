"""A request lapses with the next move; after a no nobody makes the same one again before it."""

from __future__ import annotations

from games.engine import Board, Mark, clock, play_moves
from games.models import REQUEST_FIELDS, Game, GameEvent, RequestKind
from games.play.base import (
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
from games.play.errors import (
    DrawDeclined,
    NoDraw,
    NotAsked,
    NothingToUndo,
    NotOffered,
    NoUndo,
    StaleMove,
    UndoDeclined,
)


@ends_overdue_game_first
def undo(game_id: str, player_id: int, *, ply: int, message_id: str = "") -> Game:
    # Against the computer and on a shared screen the move is undone at once. Between two people the
    # first call makes a request, and a call by the opponent agrees to it. Moves that were set up
    # before the game are not undone.
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    if is_processed(game, player_id, message_id):
        return game
    require_playing(game)
    if not game.allows_undo:
        raise NoUndo
    if ply != game.ply and not _has_crossed_a_reply(game, marks, ply):
        raise StaleMove
    request = game.request("undo")
    if request["by"] in marks:
        return game
    own = game.turn.opponent if game.is_hot_seat else marks[0]
    target = game.undo_target(Mark(request["by"] or own))
    if target is None:
        raise NothingToUndo
    if request["by"] or not game.is_between_people:
        _undo_moves(game, target)
    elif request["is_declined"]:
        raise UndoDeclined
    else:
        _make(game, "undo", marks[0], GameEvent.Kind.UNDO_ASKED)
    note_processed(game, player_id, message_id)
    return game


@ends_overdue_game_first
def draw(game_id: str, player_id: int, *, ply: int, message_id: str = "") -> Game:
    """Offer the opponent a draw, or agree to the one they offer, which ends the game.

    Repeated, or with the same ``message_id``, a call changes nothing.
    """
    game = lock_game(game_id)
    mark = require_seat(game, player_id)[0]
    if is_processed(game, player_id, message_id) or has_ended_so(game, None, Game.Reason.AGREED):
        return game
    require_playing(game)
    if not game.is_between_people:
        raise NoDraw
    if ply != game.ply:
        raise StaleMove
    request = game.request("draw")
    if request["by"] == mark:
        return game
    if request["by"]:
        finish(game, None, Game.Reason.AGREED)
        save_and_announce(game, *ENDING_FIELDS)
    elif request["is_declined"]:
        raise DrawDeclined
    else:
        _make(game, "draw", mark, GameEvent.Kind.DRAW_OFFERED)
    note_processed(game, player_id, message_id)
    return game


@ends_overdue_game_first
def decline(
    game_id: str, player_id: int, *, kind: RequestKind = "undo", ply: int, message_id: str = ""
) -> Game:
    """Refuse the opponent's request, or withdraw one's own.

    Repeated at the same ply, or with the same ``message_id``, it changes nothing.
    """
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    if is_processed(game, player_id, message_id):
        return game
    require_playing(game)
    request = game.request(kind)
    if ply == game.ply and request["is_declined"]:
        return game
    if ply != game.ply or not request["by"]:
        raise NotAsked if kind == "undo" else NotOffered
    is_own = request["by"] in marks
    if is_own:
        game.withdraw_request(kind)
    else:
        game.decline_request(kind)
    save_and_announce(game, *REQUEST_FIELDS)
    answer = GameEvent.Kind(f"{kind}_withdrawn" if is_own else f"{kind}_declined")
    game.events.create(kind=answer, mark=marks[0])
    note_processed(game, player_id, message_id)
    return game


def _make(game: Game, kind: RequestKind, mark: Mark, event: GameEvent.Kind) -> None:
    game.make_request(kind, mark)
    save_and_announce(game, *REQUEST_FIELDS)
    game.events.create(kind=event, mark=mark)


def _has_crossed_a_reply(game: Game, marks: list[Mark], ply: int) -> bool:
    # The reply is then undone too. But if the opponent has also requested an undo, a late request
    # must not count as agreement.
    is_one_late = game.turn in marks and ply == game.ply - 1
    return is_one_late and not (game.is_hot_seat or game.request("undo")["by"])


def _undo_moves(game: Game, target: int) -> None:
    game.moves.filter(undone_at=None, ply__gte=target).update(undone_at=clock.now())
    record = game.record[:target]
    board = play_moves(Board(game.variant), record)
    game.rewind_clock(target)
    set_board(game, board, record)
    save_and_announce(game, *BOARD_FIELDS)
