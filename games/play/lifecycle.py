from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction

from games.engine import Mark, clock
from games.models import AWAY_AFTER, Game, GameEvent, kinds, sql
from games.play import heartbeat
from games.play.base import (
    CLOCK_FIELDS,
    SEEN_FIELDS,
    close,
    end_if_overdue,
    ends_overdue_game_first,
    lock_game,
    lock_games,
    save_and_announce,
)
from games.play.errors import Closed, GameOver, NoSuchGame, StillPlayed

Kind = GameEvent.Kind
SEEN_EVERY = timedelta(seconds=10)
SEEN_EVERY_FIRST = timedelta(seconds=3)  # while it matters who is here: before the first moves
MAX_EVENTS = 200  # of a game; with more, no further absences are stored
CLOSED_AT_ONCE = 20  # stale games; each takes some milliseconds
QUIET_FOR = timedelta(minutes=10)  # without a change or a sign of life, before staff may close it


def find_game(game_id: str) -> Game:
    if game := sql.find_game(game_id):
        return game
    raise NoSuchGame


def bring_up_to_date(game_id: str) -> Game:
    # Called before a game is shown, because nothing is stored when a clock runs out.
    game = find_game(game_id)
    if game.is_overdue:
        end_if_overdue(game_id)
        game = find_game(game_id)
    return game


def start(game: Game) -> None:
    # Where the first move is limited, people are called, and nothing runs before both have come.
    within = kinds.of(game).first_move_within
    if within is None or game.level:
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
        GameEvent(game=game, kind=Kind.ARRIVED, mark=mark, at=now) for mark in arrived
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


def note_seen(game: Game, player_id: int) -> None:
    # Most calls write nothing, because a sign of life is stored only once every ``SEEN_EVERY``.
    game = come(game, player_id)
    is_limited = kinds.of(game).first_move_within is not None
    if game.is_over or (game.status == Game.Status.WAITING and not is_limited):
        return
    heartbeat.note_play()
    if game.is_clock_held and game.turn in game.marks_of(player_id):
        release_clock(game.pk)
    now = clock.now()
    is_new = game.status != Game.Status.PLAYING or game.awaits_first_move
    every = SEEN_EVERY_FIRST if is_new else SEEN_EVERY
    for mark in game.marks_of(player_id):
        seen_at = game.seen_at(mark)
        if seen_at is None or seen_at < now - every:
            has_events = bool(_events_of_return(game, mark, now))
            store = _store_return if has_events else _store_seen
            store(game, mark, player_id, now)


@ends_overdue_game_first
def hold_clock(game_id: str, players: Collection[int]) -> Game:
    """``players`` are the ids of those whose pages the server is about to send away."""
    game = lock_game(game_id)
    player = game.seat(game.turn)
    is_concerned = game.status == Game.Status.CALLED or (player and player.pk in players)
    if game.deadline_at and is_concerned:
        game.hold_clock(heartbeat.RETURN_WITHIN)
        save_and_announce(game, *CLOCK_FIELDS)
    return game


@ends_overdue_game_first
def release_clock(game_id: str) -> Game:
    game = lock_game(game_id)
    if game.is_clock_held:
        game.release_clock()
        save_and_announce(game, *CLOCK_FIELDS)
    return game


@transaction.atomic
def _store_return(read: Game, mark: Mark, player_id: int, now: datetime) -> None:
    game = sql.find_game_for_update(read.pk)
    if game is None or mark not in game.marks_of(player_id):
        return
    if game.status == Game.Status.PLAYING and game.events.count() < MAX_EVENTS:
        GameEvent.objects.bulk_create(_events_of_return(game, mark, now))
    _store_seen(read, mark, player_id, now)


def _store_seen(game: Game, mark: Mark, player_id: int, now: datetime) -> None:
    seat = mark.lower()
    seated = Game.objects.filter(pk=game.pk, status=game.status, **{seat: player_id})
    seated.update(**{f"{seat}_seen_at": now})


def _events_of_return(game: Game, mark: Mark, now: datetime) -> list[GameEvent]:
    if not game.is_between_people or game.status != Game.Status.PLAYING:
        return []
    seen_at = game.seen_at(mark)
    if seen_at is None:
        is_awaited = mark in game.awaited
        return [GameEvent(game=game, kind=Kind.ARRIVED, mark=mark, at=now)] if is_awaited else []
    if now - seen_at <= AWAY_AFTER:
        return []
    gone = GameEvent(game=game, kind=Kind.AWAY, mark=mark, at=seen_at)
    return [gone, GameEvent(game=game, kind=Kind.BACK, mark=mark, at=now)]


def end_overdue_games() -> None:
    # A locked game is left for the next run, so that the other games need not wait; and so are all
    # of them while this process does not know whether anybody could act.
    if heartbeat.is_stale():
        return
    for game_id in list(Game.objects.overdue(clock.now()).values_list("pk", flat=True)):
        end_if_overdue(game_id, skip_locked=True)


def close_stale_games() -> int:
    stale = Game.objects.stale(clock.now()).order_by("touched_at")
    return sum(map(_close_stale, list(stale.values_list("pk", flat=True)[:CLOSED_AT_ONCE])))


@ends_overdue_game_first
def close_game(game_id: str) -> Game:
    game = lock_game(game_id)
    if game.status == Game.Status.FINISHED:
        raise GameOver
    if game.status == Game.Status.CLOSED:
        raise Closed
    signs_of_life = filter(None, (game.touched_at, game.x_seen_at, game.o_seen_at))
    if max(signs_of_life) > clock.now() - QUIET_FOR:
        raise StillPlayed
    _close_unplayed(game)
    return game


@transaction.atomic
def delete_games(ids: Iterable[str]) -> None:
    games = Game.objects.filter(pk__in=list(ids))
    rematches = Game.objects.filter(previous__in=games)
    lock_games((games | rematches).values_list("pk", flat=True))
    games.delete()


@transaction.atomic
def _close_stale(game_id: str) -> bool:
    # The game may have changed since the list was made.
    games = Game.objects.with_players().select_for_update(of=("self",), skip_locked=True)
    game = games.stale(clock.now()).filter(pk=game_id).first()
    if game is None:
        return False
    _close_unplayed(game)
    return True


def _close_unplayed(game: Game) -> None:
    is_waiting = game.status == Game.Status.WAITING
    close(game, Game.Reason.EXPIRED if is_waiting else Game.Reason.ABANDONED)
