"""Games to which their players are called: nothing runs before both have come."""

from __future__ import annotations

from games.engine import clock
from games.models import Game, GameEvent, kinds
from games.play.base import SEEN_FIELDS, ends_overdue_game_first, lock_game, save_and_announce


def start(game: Game) -> None:
    within = kinds.of(game).first_move_within
    if within is None:
        _begin(game)
    else:
        game.status, game.deadline_at = Game.Status.CALLED, clock.now() + within


def come(game: Game, player_id: int | None) -> Game:
    marks = game.marks_of(player_id)
    if player_id is None or game.status != Game.Status.CALLED or not marks:
        return game
    has_come = set(game.awaited).isdisjoint(marks)
    # A server of the version before notes who comes, and begins nothing.
    return game if has_come and game.awaited else _come(game.pk, player_id)


@ends_overdue_game_first
def _come(game_id: str, player_id: int) -> Game:
    game, now = lock_game(game_id), clock.now()
    if game.status != Game.Status.CALLED:
        return game
    arrived = [mark for mark in game.marks_of(player_id) if mark in game.awaited]
    game.events.bulk_create(
        GameEvent(game=game, kind=GameEvent.Kind.ARRIVED, mark=mark, at=now) for mark in arrived
    )
    for mark in arrived:
        game.set_seen_at(mark, now)
    if not game.awaited:
        _begin(game)
    save_and_announce(game, "status", "deadline_at", *SEEN_FIELDS)
    return game


def _begin(game: Game) -> None:
    game.status, game.deadline_at = Game.Status.PLAYING, None
    game.start_clock()
