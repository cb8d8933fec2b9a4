"""Quick match: pairs two people who look for somebody to play, whoever it is.

Whoever looks for somebody opens a game that anybody may join, and waits in it. The games that wait
are the queue. Whoever comes later joins the one that fits and has waited longest.

All pairing happens under one lock. Otherwise two who come at once could both find nobody, and both
wait; a lock for each board would not do, as some take any. A transaction that has it waits for no
other lock: it skips games that are locked. So it may be taken while a game is locked.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.engine import Mark, Variant, clock
from games.engine.series import DUEL, ENDLESS
from games.models import SEEKER_SEEN_FOR, Game, GameQuerySet, Player, sql
from games.people.matching import queue
from games.people.matching.queue import Seek, Seeker
from games.people.moderation.models import Block
from games.people.ratings import duels
from games.play import limits
from games.play.base import close, close_for, ends_overdue_game_first, lock_game, require_seat
from games.play.errors import Refused
from games.play.lobby import create_game, take_free_seat
from games.play.openings import set_up

LOCK = "seekers"
MET_LATELY = timedelta(minutes=10)
UNSEEN_FOR = timedelta(minutes=1)  # after which nobody waits in a game any more
REMOVED_AT_ONCE = 100  # games


class NoAccount(Refused):
    code = "no_account"
    http_status = 403
    message = _("Duels are rated, so they need an account.")


class NobodyWaits(Refused):
    code = "nobody_waits"
    message = _("Nobody waits for you in this game any more.")


def find_opponent(player: Player, seek: Seek, *, address: str | None = None) -> Game:
    """Return a game with somebody who looks for the same, or one in which the player waits.

    The player waits nowhere else then. Asked for the same again, return the same game, also if
    somebody has just been found, and not both have moved.

    :raises NoAccount: if a guest looks for a duel.
    :raises TooMany: if the player, or the address, looks for somebody too often.
    """
    if seek.is_duel and not player.has_account:
        raise NoAccount
    limits.count_visitor(limits.SEEKS, player.pk, address)
    with transaction.atomic():
        sql.lock_key(LOCK)
        if begun := _just_begun(player):
            return begun
        for game in _locked(Game.objects.waiting_for_anybody().of(player)):
            if queue.seek_of(game) == seek:
                return game
            close(game, Game.Reason.STOPPED)
        now = clock.now()
        return _join_waiting(player, seek, is_here=True) or _open(player, seek, now, now)


@ends_overdue_game_first
def give_way(game_id: str, player_id: int) -> Game:
    """Close a game to which a player was called and did not come; return where the player waits.

    Whoever came to it is first in the queue again, and the player last.

    :raises NoSuchGame, NotYourGame: if the player has no seat.
    :raises NobodyWaits: if the player has come, or the game is over.
    """
    game = lock_game(game_id)
    mark = require_seat(game, player_id)[0]
    player = game.seat(mark)
    if player is None or not game.is_open or not game.awaits_first_move or game.has_come(mark):
        raise NobodyWaits
    close_for(game, mark)
    return _join_or_open(player, queue.seek_of(game), clock.now())


def requeue(game: Game, **_: Any) -> None:
    """Find somebody else for who came to a game in vain; receives ``game_closed``.

    They keep the place in the queue of the one who waited there, and so are first again.
    """
    if game.reason != Game.Reason.NO_SHOW:
        return
    sql.lock_key(LOCK)
    mark = Mark(game.absent or "").opponent
    player, seen_at = game.seat(mark), game.seen_at(mark)
    if player and seen_at and seen_at > clock.now() - SEEKER_SEEN_FOR:
        since = game.open_since or clock.now()
        game.goes_on_in = _join_or_open(player, queue.seek_of(game), since, seen_at)


def pair_waiting() -> int:
    """Pair hosts who wait, each in a game of their own; return how many found somebody.

    A host who could not be reached for a moment was passed over by whoever came then.
    """
    with transaction.atomic():
        sql.lock_key(LOCK)
        return sum(map(_join_elder, reversed(queue.read())))


def remove_abandoned() -> int:
    """Remove games that anybody might have joined and nobody did, once their host has gone.

    Return how many were removed, at most ``REMOVED_AT_ONCE``. Locked ones are left.
    """
    before = clock.now() - UNSEEN_FOR
    is_unseen = ~Q(x_seen_at__gte=before) & ~Q(o_seen_at__gte=before) & Q(touched_at__lt=before)
    alone = Game.objects.filter(Q(x=None) | Q(o=None), is_unseen, open_since__isnull=False)
    with transaction.atomic():
        gone = alone.select_for_update(skip_locked=True).values_list("pk", flat=True)
        ids = list(gone[:REMOVED_AT_ONCE])
        Game.objects.filter(pk__in=ids).delete()
    return len(ids)


def _join_elder(seeker: Seeker) -> bool:
    """Let somebody who waits join another one's game, if one fits; say whether one did."""
    own = next(_locked(Game.objects.seeking().filter(pk=seeker.game_id)), None)
    host = (own.x or own.o) if own else None
    if own is None or host is None:
        return False
    own.goes_on_in = _join_waiting(host, seeker.seek)
    if own.goes_on_in:
        close(own, Game.Reason.WITHDRAWN)
    return own.goes_on_in is not None


def _join_or_open(
    player: Player, seek: Seek, since: datetime, seen_at: datetime | None = None
) -> Game:
    return _join_waiting(player, seek) or _open(player, seek, since, seen_at or clock.now())


def _join_waiting(player: Player, seek: Seek, *, is_here: bool = False) -> Game | None:
    """Give a player the seat in the game that fits best, if one does.

    :param is_here: whether the player has just asked for it
    """
    fitting = [each for each in queue.read() if each.seek.fits(seek) and each.host_id != player.pk]
    for seeker in _best_first(player, fitting, is_here=is_here):
        for game in _locked(Game.objects.seeking().filter(pk=seeker.game_id)):
            if game.takes_any_board and not seek.any_board:
                _set_board(game, seek.board)
            if game.is_duel:
                duels.set_up(game, player)
            take_free_seat(game, player, "variant_code", *duels.SET_UP_FIELDS)
            return game
    return None


def _best_first(player: Player, waiting: list[Seeker], *, is_here: bool) -> list[Seeker]:
    """Leave out who is kept from a player; one met lately is chosen only if nobody else waits.

    Two who missed each other would do nothing but miss each other again, so they are kept apart
    for a while, unless one of them has just asked for somebody, and so ``is_here``.
    """
    met, failed = _met_lately(player)
    kept_apart = Block.objects.kept_from(player.pk) | (set() if is_here else failed)
    others = [each for each in waiting if each.host_id not in kept_apart]
    fresh = [each for each in others if each.host_id not in met | failed]
    return fresh or (others if len(others) == 1 else [])


def _met_lately(player: Player) -> tuple[set[int], set[int]]:
    """Return the ids of those whom a player has met lately, and of those who missed each other."""
    games = Game.objects.of(player).filter(created_at__gt=clock.now() - MET_LATELY)
    met, failed = set[int](), set[int]()
    for x, o, reason in games.values_list("x_id", "o_id", "reason"):
        (failed if reason == Game.Reason.NO_SHOW else met).update({x, o} - {player.pk, None})
    return met, failed


def _open(player: Player, seek: Seek, since: datetime, seen_at: datetime) -> Game:
    mark = SystemRandom().choice(list(Mark))
    return create_game(
        host=player,
        mark=mark,
        variant=Variant.parse(seek.board),
        control=seek.control,
        best_of=DUEL if seek.is_duel else ENDLESS,
        open_terms={
            "open_since": since,
            "takes_any_board": seek.any_board,
            f"{mark.lower()}_seen_at": seen_at,
        },
    )


def _set_board(game: Game, board: str) -> None:
    game.variant_code = board
    vars(game).pop("variant", None)  # which is cached
    set_up(game, ())


def _just_begun(player: Player) -> Game | None:
    """Return the game of a player with somebody met by chance in which not both have moved.

    The second game of a duel is one too.
    """
    due = Game.objects.filter(deadline_at__gt=clock.now(), status=Game.Status.PLAYING)
    games = due.of(player).filter(Q(open_since__isnull=False) | Q(best_of=DUEL))
    return next((game for game in games if game.awaits_first_move), None)


def _locked(games: GameQuerySet) -> Iterator[Game]:
    """Yield games with their players, locked until the transaction ends; skip locked ones."""
    yield from games.with_players().select_for_update(of=("self",), skip_locked=True)
