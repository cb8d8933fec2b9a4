"""Draws by agreement between two people."""

from __future__ import annotations

from games.engine import Mark
from games.models import Game, GameEvent
from games.play.base import (
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
)
from games.play.errors import DrawDeclined, NoDraw, NotOffered, StaleMove

Kind = GameEvent.Kind
WITHDRAWN = "-"


@ends_overdue_game_first
def draw(game_id: str, player_id: int, *, ply: int, message_id: str = "") -> Game:
    """Offer the opponent a draw, or agree to the one they offer, which ends the game.

    The offer holds until the next move. Repeated, or with the same ``message_id``, a call changes
    nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver, Closed: if the player may not.
    :raises NoDraw, DrawDeclined: if no draw can be offered now.
    :raises StaleMove: if ``ply`` is not the number of moves made.
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
    if game.draw_offer == mark:
        return game
    if game.draw_offer:
        finish(game, None, Game.Reason.AGREED)
        save_and_announce(game, *ENDING_FIELDS)
    else:
        _offer(game, mark)
    note_processed(game, player_id, message_id)
    return game


@ends_overdue_game_first
def decline_draw(game_id: str, player_id: int, *, ply: int, message_id: str = "") -> Game:
    """Refuse the draw that the opponent offers, or withdraw one's own offer.

    Repeated at the same ply, or with the same ``message_id``, it changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver, Closed: if the player may not.
    :raises NotOffered: if nobody offers a draw at that ply.
    """
    game = lock_game(game_id)
    mark = require_seat(game, player_id)[0]
    if is_processed(game, player_id, message_id):
        return game
    require_playing(game)
    if ply != game.ply or not game.draw_by:
        raise NotOffered
    if not game.draw_offer:
        return game
    is_own = game.draw_offer == mark
    game.draw_by = WITHDRAWN if is_own else game.draw_offer.lower()
    save_and_announce(game, "draw_by")
    kind = Kind.DRAW_WITHDRAWN if is_own else Kind.DRAW_DECLINED
    game.events.create(kind=kind, mark=mark)
    note_processed(game, player_id, message_id)
    return game


def _offer(game: Game, mark: Mark) -> None:
    if game.draw_by:
        raise DrawDeclined
    game.draw_by = mark
    save_and_announce(game, "draw_by")
    game.events.create(kind=Kind.DRAW_OFFERED, mark=mark)
