"""What every change of a game goes through: its lock, its checks, its end, and the news of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db import transaction
from django.utils import timezone

from games.engine import Board, Mark
from games.models import Game, Heard, statements
from games.models.statements import Lookup
from games.realtime import broadcast
from games.realtime.db_queue import is_grouped
from games.services.errors import Closed, GameOver, NoSuchGame, NotStarted, NotYourGame

P = ParamSpec("P")

# The fields that a change of the board, and the end of a game, store.
CLOCK = ("x_left", "o_left", "deadline_at")
BOARD = (
    *("position", "ply", "undo_by", "undo_declined_at", "x_reactions", "o_reactions"),
    *CLOCK,
)
ENDING = ("status", "winner", "reason", "finished_at", "undo_by", *CLOCK)

LOCKED = Lookup(
    lambda id: Game.objects.with_players().select_for_update(of=("self",)).filter(pk=id)
)


class Overdue(Exception):
    """Somebody's time has run out, which is to be stored before anything else is done."""


def on_time(service: Callable[Concatenate[str, P], Game]) -> Callable[Concatenate[str, P], Game]:
    """Make a service on a game one transaction, which meets no game whose time has run out."""

    @wraps(service)
    def change(game_id: str, /, *args: P.args, **kwargs: P.kwargs) -> Game:
        with transaction.atomic(savepoint=not is_grouped()):
            return service(game_id, *args, **kwargs)

    @wraps(service)
    def wrapper(game_id: str, /, *args: P.args, **kwargs: P.kwargs) -> Game:
        try:
            return change(game_id, *args, **kwargs)
        except Overdue:
            call_time(game_id)
            return change(game_id, *args, **kwargs)

    return wrapper


@transaction.atomic
def call_time(game_id: str) -> None:
    """End a game in which somebody's time has run out; any other is left alone."""
    overdue = Game.objects.with_players().select_for_update(of=("self",)).overdue(timezone.now())
    if game := overdue.filter(pk=game_id).first():
        finish(game, game.turn.opponent, Game.Reason.TIME)
        store(game, *ENDING)


def locked(game_id: str) -> Game:
    game = LOCKED.first(game_id)
    if game is None:
        raise NoSuchGame
    if game.is_overdue:
        raise Overdue
    return game


def marks_of(game: Game, player_id: int) -> list[Mark]:
    if marks := game.marks_of(player_id):
        return marks
    raise NotYourGame


def check_open(game: Game) -> None:
    if game.status == Game.Status.WAITING:
        raise NotStarted
    if game.status == Game.Status.FINISHED:
        raise GameOver
    if game.status == Game.Status.CLOSED:
        raise Closed


def has_heard(game: Game, player_id: int, message: str) -> bool:
    """Say if this very message of the player's, other than a move, has changed the game already."""
    return message != "" and game.heard.filter(player_id=player_id, message=message).exists()


def note_heard(game: Game, player_id: int, message: str) -> None:
    if message:
        Heard.objects.create(game=game, player_id=player_id, message=message)


def has_ended(game: Game, winner: Mark | None, reason: Game.Reason) -> bool:
    return (game.reason, game.winner) == (reason, winner or "")


def set_board(game: Game, board: Board) -> None:
    """Let the game stand anew: whoever is to move now has their time, and two reactions."""
    game.board = board
    game.undo_by, game.undo_declined_at = "", None
    game.x_reactions = game.o_reactions = 0
    game.start_clock()


def finish(game: Game, winner: Mark | None, reason: Game.Reason) -> None:
    game.stop_clock()
    game.undo_by = ""
    game.status = Game.Status.FINISHED
    game.winner, game.reason = winner or "", reason
    game.finished_at = timezone.now()


def close(game: Game, reason: Game.Reason) -> None:
    game.status, game.reason, game.finished_at = Game.Status.CLOSED, reason, timezone.now()
    game.deadline_at, game.undo_by = None, ""
    store(game, *ENDING)


def store(game: Game, *fields: str) -> None:
    """Save a change as the game's next version, and tell its room."""
    game.version += 1
    game.touched_at = timezone.now()
    statements.update(game, *fields, "version", "touched_at")
    broadcast.announce(game)
