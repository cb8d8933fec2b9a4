from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any

from django.db import transaction
from django.db.models import Case, Q, When
from django.utils.translation import gettext_noop as _

from games.bus import presence
from games.bus.db_queue import in_database
from games.engine import Mark, Variant, clock
from games.models import Game, GameQuerySet, Player, kinds, sql
from games.ops.periodic_tasks import remove_some
from games.people.lobby import queue
from games.people.lobby.models import SEEN_FOR, Seek
from games.people.lobby.queue import Seeker, Terms
from games.people.lobby.stats import USUAL_SINCE
from games.play import heartbeat, limits
from games.play.services import (
    close,
    create_game,
    set_up,
    take_free_seat,
)

LOCK = "seekers"
# What a kind may set when two are paired, besides the seats.
PAIRING_FIELDS = ("variant_code", "position", "ply", "record", "start_ply")
UNSEEN_FOR = timedelta(minutes=1)  # after which nobody waits in a game any more
REMOVED_AT_ONCE = 100  # games
SEEKS = limits.register(
    _("looking for somebody"), person=["20/minute", "500/day"], address=["120/minute", "5000/day"]
)


def find_opponent(player: Player, terms: Terms, *, address: str | None = None) -> Game:
    # The player waits nowhere else then. While somebody has just been found, and not both have
    # moved, return that game, whatever is asked for. Once both have, it goes on beside the next
    # one, and nothing is resigned.
    limits.count_visitor(SEEKS, player.pk, address)
    heartbeat.beat_if_stale()
    with transaction.atomic():
        sql.lock_key(LOCK)
        if begun := _just_begun(player):
            return begun
        for game in _locked(Seek.objects.waiting().of_any([player.pk]).games()):
            if queue.terms_of(game) == terms:
                return game
            close(game, Game.Reason.STOPPED)
        now = clock.now()
        return _join_waiting(player, terms) or _open(player, terms, now, now)


def requeue(game: Game) -> None:
    # They keep the place in the queue of the one who waited there, and who did not come has none
    # any more. Nobody waits who is gone for good, or has both seats after a merge.
    if game.no_show is None or game.is_hot_seat:
        return
    sql.lock_key(LOCK)
    mark, now = Mark(game.no_show).opponent, clock.now()
    player = game.seat(mark)
    # Who was still called shows no sign of life in that game, and has some time to show one here.
    seen_at = game.seen_at(mark) or now
    if player is None or _is_gone(player) or seen_at <= now - SEEN_FOR:
        return
    seek = getattr(game, "seek", None)
    terms, since = queue.terms_of(game), seek.since if seek else now
    game.next_game = _join_waiting(player, terms) or _open(player, terms, since, seen_at)


def keep_one_place(*players: Player) -> None:
    """Leave one place in the queue to players who become one person: the oldest."""
    # None stays beside a game that has just begun.
    with transaction.atomic():
        sql.lock_key(LOCK)
        ids = [player.pk for player in players]
        waiting = Seek.objects.waiting().of_any(ids)
        kept = None if any(map(_just_begun, players)) else waiting.seen().first() or waiting.first()
        for game in _locked(waiting.games()):
            if kept is None or game.pk != kept.pk:
                close(game, Game.Reason.STOPPED)


def pair_waiting() -> int:
    with transaction.atomic():
        sql.lock_key(LOCK)
        return sum(map(_join_elder, reversed(queue.read())))


def remove_abandoned() -> int:
    # Nothing is removed while this process does not know whether anybody could act.
    if heartbeat.is_stale():
        return 0
    before = clock.now() - UNSEEN_FOR
    is_unseen = ~Q(x_seen_at__gte=before) & ~Q(o_seen_at__gte=before) & Q(touched_at__lt=before)
    alone = Game.objects.filter(Q(x=None) | Q(o=None), is_unseen, seek__isnull=False)
    with transaction.atomic():
        gone = alone.select_for_update(of=("self",), skip_locked=True).values_list("pk", flat=True)
        ids = list(gone[:REMOVED_AT_ONCE])
        Game.objects.filter(pk__in=ids).delete()
    return len(ids)


def remove_old_seeks() -> int:
    old = Seek.objects.filter(since__lt=clock.now() - USUAL_SINCE)
    return remove_some(old.filter(game__status__in=(Game.Status.FINISHED, Game.Status.CLOSED)))


async def tend_queue() -> None:
    waiting = await in_database(queue.read)(include_stale=True)
    online = [each.game_id for each in waiting if presence.has_page(each.game_id, each.host_id)]
    if waiting:
        await in_database(_store_signs)(online)


def _store_signs(game_ids: list[str]) -> None:
    # A hidden page counts for as long as it is connected, as browsers let it run seldom.
    if game_ids:
        heartbeat.note_play()
        now = clock.now()
        seen = {
            f"{seat}_seen_at": Case(When(Q(**{f"{seat}__isnull": False}), then=now))
            for seat in "xo"
        }
        Seek.objects.waiting().filter(pk__in=game_ids).games().order_by().update(**seen)
    if queue.has_pairs(queue.read()):
        pair_waiting()


def _join_elder(seeker: Seeker) -> bool:
    own = next(_locked(_still_waiting(seeker)), None)
    host = (own.x or own.o) if own else None
    if own is None or host is None:
        return False
    own.next_game = _join_waiting(host, seeker.terms)
    if own.next_game:
        close(own, Game.Reason.WITHDRAWN)
    return own.next_game is not None


def _join_waiting(player: Player, terms: Terms) -> Game | None:
    for seeker in queue.others(player.pk):
        if not seeker.terms.fits(terms):
            continue
        for game in _locked(_still_waiting(seeker)):
            if seeker.terms.any_board and not terms.any_board:
                _set_board(game, terms.board)
            kinds.of(game).prepare(game, player)
            take_free_seat(game, player, *PAIRING_FIELDS)
            return game
    return None


def _still_waiting(seeker: Seeker) -> GameQuerySet:
    return Seek.objects.waiting().seen().filter(pk=seeker.game_id).games()


def _open(player: Player, terms: Terms, since: datetime, seen_at: datetime) -> Game:
    mark = SystemRandom().choice(list(Mark))
    seen: dict[str, Any] = {f"{mark.lower()}_seen_at": seen_at}
    game = create_game(
        host=player,
        mark=mark,
        variant=Variant.parse(terms.board),
        control=terms.control,
        best_of=kinds.named(terms.kind).best_of,
        kind=terms.kind,
        **seen,
    )
    Seek.objects.create(game=game, since=since, any_board=terms.any_board)
    return game


def _set_board(game: Game, board: str) -> None:
    game.variant_code = board
    vars(game).pop("variant", None)  # which is cached
    set_up(game, ())


def _just_begun(player: Player) -> Game | None:
    due = Game.objects.filter(deadline_at__gt=clock.now())
    limited = [kind.name for kind in kinds.all() if kind.first_move_within]
    games = due.of(player).filter(kind__in=limited)
    called = Game.Status.CALLED
    return next((g for g in games if g.status == called or g.awaits_first_move), None)


def _is_gone(player: Player) -> bool:
    user = player.user
    return player.forgotten_at is not None or (user is not None and not user.is_active)


def _locked(games: GameQuerySet) -> Iterator[Game]:
    yield from games.with_players().select_for_update(of=("self",), skip_locked=True)
