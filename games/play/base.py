"""A service is one transaction, or a savepoint in one that it shares (``db_queue``)."""

# A service that counts towards a limit does so before its transaction: inside it nobody may wait
# for Redis, as on SQLite all other writers would wait too. A service locks the game that it
# changes. Only a move made with a cached game does not: the statement that stores it names the
# version in which it was made (``game_cache``). So whatever changes a game gives it a new version,
# or keeps it out of the cache. Transactions take their locks in one order: links to other devices,
# hidden names, a player whose name or sessions change, games by ascending id, what a kind of game
# keeps of its players by ascending id, and last the one lock that a kind may have for all. A change
# to several games is one transaction for each, unless ``lock_games`` has locked them all.
# ``tests/play/test_lock_order.py`` looks for deadlocks.

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db import transaction

from games import engine
from games.bus import broadcast
from games.engine import Board, Mark, clock
from games.models import REQUEST_FIELDS, Game, ProcessedMessage, kinds, sql
from games.play import heartbeat
from games.play.errors import (
    BoardClosed,
    CellTaken,
    Closed,
    GameOver,
    NoSuchCell,
    NoSuchGame,
    NotLowest,
    NotSaved,
    NotStarted,
    NotYourGame,
    WrongBoard,
)
from games.play.signals import game_finished
from games.play.telemetry import note_end

P = ParamSpec("P")
Result = tuple[Mark | None, Game.Reason]  # the winner, and why

# The fields that are saved when the board changes, and when a game ends.
CLOCK_FIELDS = ("x_left", "o_left", "deadline_at")
BOARD_FIELDS = (
    *("position", "ply", "record", "x_reactions", "o_reactions"),
    *REQUEST_FIELDS,
    *CLOCK_FIELDS,
)
SEEN_FIELDS = ("x_seen_at", "o_seen_at")
ENDING_FIELDS = ("status", "winner", "reason", "finished_at", *REQUEST_FIELDS, *CLOCK_FIELDS)


class Overdue(Exception):
    pass


def ends_overdue_game_first(
    service: Callable[Concatenate[str, P], Game],
) -> Callable[Concatenate[str, P], Game]:
    # The end of the game has its own transaction, so it stands even if the service then refuses.
    change = transaction.atomic(service)

    @wraps(service)
    def wrapper(game_id: str, /, *args: P.args, **kwargs: P.kwargs) -> Game:
        with suppress(Overdue):
            return change(game_id, *args, **kwargs)
        end_if_overdue(game_id)
        with suppress(Overdue):
            return change(game_id, *args, **kwargs)
        raise NotSaved

    return wrapper


def end_if_overdue(game_id: str, *, skip_locked: bool = False) -> None:
    # Time in which nobody could act does not count. Where the first moves are limited, a game with
    # a no-show closes without a result, unless its kind says that it is lost; and so does one that
    # has not begun. With ``skip_locked``, leave a game alone that another transaction has locked.
    heartbeat.beat_if_stale()
    _end_if_overdue(game_id, skip_locked=skip_locked)


@transaction.atomic
def _end_if_overdue(game_id: str, *, skip_locked: bool) -> None:
    games = Game.objects.with_players().select_for_update(of=("self",), skip_locked=skip_locked)
    game = games.overdue(clock.now()).filter(pk=game_id).first()
    if game and game.status == Game.Status.CALLED:
        end_call(game, game.awaited or list(Mark))
    elif game and game.awaits_first_move and not kinds.of(game).loses_no_show(game):
        close_for(game, game.turn)
    elif game:
        finish(game, game.turn.opponent, Game.Reason.TIME)
        save_and_announce(game, *ENDING_FIELDS)


def lock_game(game_id: str) -> Game:
    game = sql.find_game_for_update(game_id)
    if game is None:
        raise NoSuchGame
    require_time_left(game)
    return game


def require_time_left(game: Game) -> None:
    if game.is_overdue or heartbeat.is_stale():
        raise Overdue


def lock_games(ids: Iterable[str]) -> None:
    games = Game.objects.filter(pk__in=ids).order_by("pk")
    list(games.select_for_update().values_list("pk"))


def require_seat(game: Game, player_id: int) -> list[Mark]:
    """Return the marks that a player plays: one, or both on a shared screen."""
    if marks := game.marks_of(player_id):
        return marks
    raise NotYourGame


def require_playing(game: Game) -> None:
    if game.status in (Game.Status.WAITING, Game.Status.CALLED):
        raise NotStarted
    if game.status == Game.Status.FINISHED:
        raise GameOver
    if game.status == Game.Status.CLOSED:
        raise Closed


def is_processed(game: Game, player_id: int, message_id: str) -> bool:
    # Moves are not recorded here: each ``Move`` has the id of its message.
    if not message_id:
        return False
    return game.processed_messages.filter(player_id=player_id, message=message_id).exists()


def note_processed(game: Game, player_id: int, message_id: str) -> None:
    if message_id:
        ProcessedMessage.objects.create(game=game, player_id=player_id, message=message_id)


def played(board: Board, cell: int) -> Board:
    try:
        return board.play(cell)
    except engine.OffTheBoard:
        raise NoSuchCell from None
    except engine.Occupied:
        raise CellTaken from None
    except engine.Unsupported:
        raise NotLowest from None
    except engine.OnClosedBoard:
        raise BoardClosed from None
    except engine.WrongBoard:
        raise WrongBoard from None


def has_ended_so(game: Game, winner: Mark | None, reason: Game.Reason) -> bool:
    return (game.reason, game.winner) == (reason, winner or "")


def ending_by_rules(board: Board) -> Result | None:
    if outcome := board.outcome():
        return outcome.winner, Game.Reason(outcome.reason)
    return (None, Game.Reason.DEAD) if board.is_ended_as_dead else None


def set_board(game: Game, board: Board, record: list[int]) -> None:
    """``record`` has the cells of the moves that lead there, in order; requests lapse."""
    game.board, game.record = board, record
    game.clear_requests()
    game.x_reactions = game.o_reactions = 0
    game.start_clock()


def finish(game: Game, winner: Mark | None, reason: Game.Reason) -> None:
    """The caller saves it. ``game_finished`` and the kind act in the same transaction."""
    game.stop_clock()
    game.clear_requests()
    game.status = Game.Status.FINISHED
    game.winner, game.reason = winner or "", reason
    game.finished_at = clock.now()
    # A game that just ended has no rematch, so a snapshot need not look for one.
    Game._meta.get_field("next").set_cached_value(game, None)
    game_finished.send(Game, game=game)
    kinds.of(game).on_finished(game)


def close(game: Game, reason: Game.Reason) -> None:
    game.status, game.reason, game.finished_at = Game.Status.CLOSED, reason, clock.now()
    game.deadline_at = None
    game.clear_requests()
    kinds.of(game).on_closed(game)
    save_and_announce(game, *ENDING_FIELDS, "no_show", "next_game")


def close_for(game: Game, no_show: Mark, reason: Game.Reason = Game.Reason.NO_SHOW) -> None:
    game.no_show = no_show
    close(game, reason)


def end_call(game: Game, missing: Sequence[Mark]) -> None:
    game.deadline_at = None
    if not kinds.of(game).loses_no_show(game):
        game.no_show = missing[0] if len(missing) == 1 else None
        close(game, Game.Reason.NO_SHOW)
        return
    game.no_show = missing[0]
    finish(game, missing[0].opponent if len(missing) == 1 else None, Game.Reason.LEFT)
    save_and_announce(game, *ENDING_FIELDS, "no_show")


def count_version(game: Game, *fields: str) -> tuple[str, ...]:
    """Give a game its next version, and return ``fields`` with the changed ones added."""
    heartbeat.note_play()
    game.version += 1
    game.touched_at = clock.now()
    return tuple(dict.fromkeys((*fields, "version", "touched_at")))


def save_and_announce(game: Game, *fields: str) -> None:
    game.save(update_fields=count_version(game, *fields))
    broadcast.announce(game)
    if "status" in fields and game.is_over:
        note_end(game)
