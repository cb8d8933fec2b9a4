from __future__ import annotations

from games.models import Game, Hint
from games.play import limits
from games.play.base import (
    ends_overdue_game_first,
    lock_game,
    require_playing,
    require_seat,
    save_and_announce,
)
from games.play.errors import NoHints, NotYourTurn, StaleMove
from games.play.lifecycle import bring_up_to_date


def find_game_for_hint(game_id: str, player_id: int, *, ply: int) -> Game:
    # It is counted by ``count_hint`` once the search is done, and stored by ``use_hint`` if that
    # has found something.
    game = bring_up_to_date(game_id)
    _check(game, player_id, ply)
    limits.check(limits.HINTS, player_id=player_id)
    return game


def count_hint(player_id: int) -> None:
    # After the search, so that a failed search costs nothing.
    limits.count_on_commit(limits.HINTS, player_id)


@ends_overdue_game_first
def use_hint(game_id: str, player_id: int, *, ply: int) -> Game:
    game = lock_game(game_id)
    _check(game, player_id, ply)
    _, is_new = Hint.objects.get_or_create(
        game=game, position=game.position, defaults={"ply": game.ply}
    )
    if is_new:
        game.hints += 1
        save_and_announce(game, "hints")
    return game


def _check(game: Game, player_id: int, ply: int) -> None:
    marks = require_seat(game, player_id)
    if game.level is None:
        raise NoHints
    require_playing(game)
    if ply != game.ply:
        raise StaleMove
    if game.turn not in marks:
        raise NotYourTurn
