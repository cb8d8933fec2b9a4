from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.db import IntegrityError
from django.db.models import Q
from django.utils.translation import gettext

from games import protocol
from games.bus import broadcast
from games.engine import clock
from games.models import Game, Hint, Relation, sql
from games.play import game_cache, limits
from games.play.base import (
    BOARD_FIELDS,
    ENDING_FIELDS,
    Overdue,
    count_version,
    ending_by_rules,
    ends_overdue_game_first,
    finish,
    has_ended_so,
    lock_game,
    played,
    require_playing,
    require_seat,
    require_time_left,
    save_and_announce,
    set_board,
)
from games.play.errors import (
    AlwaysPublic,
    NobodyGone,
    NoHints,
    NotYourTurn,
    RateLimited,
    Refused,
    StaleMove,
)
from games.play.fair_play import require_computer_allowed
from games.play.lifecycle import bring_up_to_date
from games.play.telemetry import note_end

WIN, DRAW = protocol.RESULTS


def play_move(game_id: str, player_id: int, *, ply: int, cell: int, message_id: str = "") -> Game:
    # A repeat of a move that is on the board changes nothing. Neither does the same ``message_id``
    # at the same ply and cell, even if that move has been undone since.
    arguments = player_id, ply, cell, message_id
    game = game_cache.take(game_id)
    if game and not _is_played(game, *arguments):
        # If the cached game does not allow it, the stored one may.
        with suppress(Refused, Overdue):
            return _play(game, *arguments)
    return _lock_and_play(game_id, *arguments)


@ends_overdue_game_first
def _lock_and_play(game_id: str, player_id: int, ply: int, cell: int, message_id: str) -> Game:
    game = lock_game(game_id)
    if _is_played(game, player_id, ply, cell, message_id):
        return game
    return _play(game, player_id, ply, cell, message_id)


def _play(game: Game, player_id: int, ply: int, cell: int, message_id: str) -> Game:
    require_time_left(game)
    marks = require_seat(game, player_id)
    require_playing(game)
    if ply != game.ply:
        raise StaleMove
    if game.turn not in marks:
        raise NotYourTurn
    is_computers = game.is_computers_turn
    if not is_computers:
        require_computer_allowed(game)
    board = played(game.board, cell)
    game.press_clock()
    set_board(game, board, [*game.record, cell])
    ending = ending_by_rules(board)
    if ending:
        finish(game, *ending)
    _store(game, ply, cell, message_id, *(ENDING_FIELDS if ending else ()))
    if ending:
        note_end(game)
    return game


@ends_overdue_game_first
def resign(game_id: str, player_id: int) -> Game:
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
        sentence = gettext("Give your opponent some more time: %(wait)s.")
        raise RateLimited(sentence, wait, "too_early")
    finish(game, winner, Game.Reason.LEFT)
    save_and_announce(game, *ENDING_FIELDS)
    return game


@ends_overdue_game_first
def set_public(game_id: str, player_id: int, *, is_public: bool) -> Game:
    game = lock_game(game_id)
    require_seat(game, player_id)
    if game.relation == Relation.STRANGERS:
        raise AlwaysPublic
    if game.is_public != is_public:
        game.is_public = is_public
        save_and_announce(game, "is_public")
    return game


def _is_played(game: Game, player_id: int, ply: int, cell: int, message_id: str) -> bool:
    if ply >= game.ply and not game.allows_undo:
        return False
    same = Q(undone_at=None) | ~Q(message="") & Q(message=message_id)
    move = game.moves.filter(same, ply=ply, cell=cell).first()
    return move is not None and move.mark in game.marks_of(player_id)


def _store(game: Game, ply: int, cell: int, message_id: str, *changed: str) -> None:
    # ``changed`` are the changed fields besides BOARD_FIELDS.
    fields = count_version(game, *BOARD_FIELDS, *changed)
    move = sql.NewMove(ply, cell, message_id, game.touched_at)
    # Storing it may commit it. So if it cannot be described, that shows before.
    event = broadcast.describe(game)
    try:
        is_stored = sql.store_move(game, move, *fields)
    except IntegrityError:
        # A constraint found another move at this ply or cell, although the version fits.
        is_stored = False
    if not is_stored:
        raise StaleMove
    broadcast.announce_change(event)
    game_cache.keep_on_commit(game)
    game.change = event


def find_game_for_hint(game_id: str, player_id: int, *, ply: int) -> Game:
    # It is counted once the search is done, and stored by ``use_hint`` if that found something.
    game = bring_up_to_date(game_id)
    _check(game, player_id, ply)
    limits.check(limits.HINTS, player_id=player_id)
    return game


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
