"""What a host does, and what time does: open, start, pause, go on, end, delete."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.engine import clock
from games.models import Player, new_name
from games.play import heartbeat, limits
from games.tournaments import entrants, errors, matches, pairing
from games.tournaments.models import Tournament

OPEN, RUNNING, OVER = Tournament.Status
KEPT_FOR = timedelta(days=30)
NEVER_STARTED_FOR = timedelta(days=1)
GAP = timedelta(seconds=2)  # between two looks of a server; what is more is nobody's time
MINUTES = (5, 10, 15, 20, 30, 45, 60)
MORE = timedelta(minutes=5)
LONGEST = timedelta(hours=3)  # of rounds, which have no clock
REMOVED_AT_ONCE = 20
OPENED = limits.register(_("classes"), person=["6/hour"], address=["30/hour"])


def open_tournament(
    host: Player, boards: Sequence[str], *, address: str | None = None, **terms: Any
) -> Tournament:
    limits.count_visitor(OPENED, host.pk, address)
    return Tournament.objects.create(host=host, boards=boards, **terms)


def _lock(tournament: Tournament, status: str) -> None:
    tournament.lock()
    if tournament.status != status:
        raise errors.AlreadyStarted if status == OPEN else errors.NotRunning


@transaction.atomic
def change_terms(tournament: Tournament, **terms: Any) -> None:
    _lock(tournament, OPEN)
    change(tournament, **terms)


@transaction.atomic
def start(tournament: Tournament) -> None:
    _lock(tournament, OPEN)
    least, most = entrants.PEOPLE[tournament.kind]
    count = tournament.entrants.still_in().count()
    if count < (1 if tournament.level else least):
        raise errors.TooFewEntrants
    if count > most:
        raise errors.TooManyForRounds
    now = clock.now()
    is_timed = tournament.kind == Tournament.Kind.ARENA
    tournament.status = RUNNING
    tournament.starts_at = tournament.ticked_at = now
    tournament.ends_at = now + (timedelta(minutes=tournament.minutes) if is_timed else LONGEST)
    tournament.note_change("status", "starts_at", "ticked_at", "ends_at")
    tournament.entrants.update(waiting_since=now)
    matches.pair_soon(tournament.pk)


@transaction.atomic
def add_time(tournament: Tournament) -> None:
    _lock(tournament, RUNNING)
    tournament.ends_at = (tournament.ends_at or clock.now()) + MORE
    tournament.note_change("ends_at")
    matches.pair_soon(tournament.pk)


@transaction.atomic
def pause(tournament: Tournament) -> None:
    """Pair nobody any more; the games that run go on to their end."""
    _lock(tournament, RUNNING)
    tournament.paused_at = tournament.paused_at or clock.now()
    tournament.note_change("paused_at")


def stop_all(tournament: Tournament) -> None:
    """Break off what runs as well, so that everybody looks up; it counts for nobody."""
    pause(tournament)
    matches.break_off(tournament)


@transaction.atomic
def go_on(tournament: Tournament) -> None:
    _lock(tournament, RUNNING)
    if tournament.paused_at and tournament.ends_at:
        now = clock.now()
        tournament.ends_at += now - tournament.paused_at
        tournament.paused_at, tournament.ticked_at = None, now
        tournament.note_change("paused_at", "ends_at", "ticked_at")
    matches.pair_soon(tournament.pk)


@transaction.atomic
def end(tournament: Tournament) -> None:
    """Begin no game any more; those that run count."""
    _lock(tournament, RUNNING)
    tournament.ends_at = tournament.ticked_at = clock.now()  # of a gap before, nothing is added
    tournament.paused_at = None
    tournament.note_change("ends_at", "ticked_at", "paused_at")
    transaction.on_commit(lambda: _tick(tournament.pk), robust=True)


def begin_next_round(tournament: Tournament) -> None:
    matches.break_off(tournament)
    matches.pair(tournament.pk)


@transaction.atomic
def change(tournament: Tournament, **fields: Any) -> None:
    tournament.lock()
    for field, value in fields.items():
        setattr(tournament, field, value)
    tournament.note_change(*fields)


# Each second


def tick() -> None:
    if heartbeat.is_stale():
        return
    running = Tournament.objects.filter(status=RUNNING)
    for tournament_id in list(running.values_list("pk", flat=True)):
        _tick(tournament_id)
        matches.pair(tournament_id)


@transaction.atomic
def _tick(tournament_id: str) -> None:
    rows = Tournament.objects.select_for_update(skip_locked=True)
    tournament = rows.filter(pk=tournament_id, status=RUNNING).first()
    if tournament is None or tournament.ends_at is None:
        return
    now = clock.now()
    gap = now - (tournament.ticked_at or now)
    tournament.ticked_at = now
    if abs(gap) > GAP and not tournament.paused_at:  # the clock may have been set back
        tournament.ends_at += gap
    tournament.save(update_fields=["ticked_at", "ends_at"])
    if _is_over(tournament):
        tournament.status = OVER
        tournament.note_change("status")


def _is_over(tournament: Tournament) -> bool:
    if tournament.paused_at or tournament.entrants.exclude(game=None).exists():
        return False
    if tournament.kind == Tournament.Kind.ROUNDS:
        last = len(pairing.schedule(list(tournament.entrants.all())))
        return tournament.round >= last or not tournament.time_left()
    return not tournament.time_left()


# Afterwards


def remove_old() -> int:
    now = clock.now()
    unused = Q(status=OPEN, created_at__lt=now - NEVER_STARTED_FOR)
    old = Tournament.objects.filter(unused | Q(ends_at__lt=now - KEPT_FOR))
    rows = list(old.order_by("pk")[:REMOVED_AT_ONCE])
    for tournament in rows:
        delete(tournament)
    return len(rows)


@transaction.atomic
def delete(tournament: Tournament) -> None:
    """Forget its code, names and tallies; games stay as games without a name."""
    for entrant in tournament.entrants.select_related("player"):
        if not entrant.player.has_account and entrant.player.name == entrant.name:
            name = new_name(entrant.player.avatar)
            Player.objects.filter(pk=entrant.player_id).update(name=name)
    tournament.delete()
