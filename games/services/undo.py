"""Taking back: at once against the computer and at one screen, by asking among two people."""

from __future__ import annotations

from games import clock
from games.engine import Board, Mark
from games.models import Game
from games.services.base import (
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
from games.services.errors import NotAsked, NothingToUndo, NoUndo, StaleMove, UndoDeclined


@ends_overdue_game_first
def undo(game_id: str, player_id: int, *, ply: int, message_id: str = "") -> Game:
    """Take back the player's last move and what followed, at once or when the opponent agrees.

    At once against the computer and on a shared screen. Among two people the first to say this
    asks, and the other agrees by saying it too.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    :raises NoUndo, NothingToUndo, UndoDeclined: if it is not possible now.
    :raises StaleMove: if the game has gone on.
    """
    game = lock_game(game_id)
    marks = require_seat(game, player_id)
    if is_processed(game, player_id, message_id):
        return game
    require_playing(game)
    if not game.allows_undo:
        raise NoUndo
    if ply != game.ply and not _is_only_answered(game, marks, ply):
        raise StaleMove
    asker = Mark(game.undo_by) if game.undo_by else _asker(game, marks)
    if game.undo_by and asker in marks:
        return game
    if game.undo_by or game.is_hot_seat or game.level:
        _take_back(game, asker)
    else:
        _ask_to_take_back(game, asker)
    note_processed(game, player_id, message_id)
    return game


@ends_overdue_game_first
def decline(game_id: str, player_id: int, *, ply: int, message_id: str = "") -> Game:
    """Say no to taking back, or take back the asking; said again, it changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    :raises NotAsked: if nobody asks at that ply.
    """
    game = lock_game(game_id)
    require_seat(game, player_id)
    if is_processed(game, player_id, message_id):
        return game
    require_playing(game)
    if ply != game.ply or not game.undo_by:
        if game.undo_declined_at == ply:
            return game
        raise NotAsked
    game.undo_by, game.undo_declined_at = "", game.ply
    save_and_announce(game, "undo_by", "undo_declined_at")
    note_processed(game, player_id, message_id)
    return game


def _is_only_answered(game: Game, marks: list[Mark], ply: int) -> bool:
    """Say if only the opponent's answer crossed the player's word: it is taken back too.

    Not if the opponent asks as well, to which this would be taken for a yes.
    """
    return game.turn in marks and not (game.is_hot_seat or game.undo_by) and ply == game.ply - 1


def _asker(game: Game, marks: list[Mark]) -> Mark:
    """Whose move would be taken back: at a shared screen, the last."""
    return game.turn.opponent if game.is_hot_seat else marks[0]


def _ask_to_take_back(game: Game, asker: Mark) -> None:
    if game.undo_target(asker) is None:
        raise NothingToUndo
    if game.undo_declined_at == game.ply:
        raise UndoDeclined
    game.undo_by = asker
    save_and_announce(game, "undo_by")


def _take_back(game: Game, asker: Mark) -> None:
    target = game.undo_target(asker)
    if target is None:
        raise NothingToUndo
    game.moves.live().filter(ply__gte=target).update(undone_at=clock.now())
    board, record = Board(game.variant), game.record[:target]
    for cell in record:
        board = board.play(cell)
    game.rewind_clock(target)
    set_board(game, board, record)
    save_and_announce(game, *BOARD_FIELDS)
