"""The services of players: newcomers, names, moves to another device, and forgetting."""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.bus import broadcast
from games.models import (
    Game,
    HiddenName,
    Player,
    Transfer,
    names,
    new_name,
    sql,
)
from games.play import limits
from games.play.base import lock_games
from games.play.errors import LinkUsed, NameChanged, NameHidden, NotWaiting, Refused, SignedOut
from games.play.exhibitions import stop
from games.play.lobby import withdraw
from games.play.moves import resign
from games.play.signals import player_forgotten

DOUBLE_CLICK = timedelta(seconds=30)  # within which a form posted again is the same newcomer
OPEN = (Game.Status.WAITING, Game.Status.PLAYING)
BATCH_SIZE = 50  # games announced in one transaction, so that others do not wait long
REMATCH_AWAITED = timedelta(days=1)  # how long the page of a finished game may still be open
NEWCOMER_LIFETIME = timedelta(days=1)  # how long a person is kept who has not played yet
PURGE_LIMIT = 1000  # people removed by one purge


def create_player(*, token: str, address: str | None = None) -> Player:
    """Return a new player for a newcomer who has posted a form with a ``token``.

    If the same form has made a player within ``DOUBLE_CLICK``, return that player: the newcomer
    posted it twice before the first response brought the session.

    :raises TooMany: if too many newcomers come from this ``address``.
    """
    digest = salted_hmac("newcomer", token, algorithm="sha256").hexdigest()
    if twin := _find_twin(digest):
        return twin
    limits.count(limits.NEWCOMERS, address=address)
    return _create_once(digest)


def rename_player(player: Player, *, name: str, address: str | None = None) -> None:
    """Give a player another name, and announce it in the open games.

    The ``address`` is the player's, None if a member of staff changes the name.

    :raises names.InvalidName: if the name cannot be shown.
    :raises NameHidden: if staff have hidden the name, or one that looks like it.
    :raises TooMany: if the player, or the address, changes names too often.
    :raises SignedOut: if the player was forgotten, or has moved to another device, since
        ``player`` was read.
    """
    name = names.clean(name)
    limits.count_visitor(limits.NAMES, player.pk, address)
    if HiddenName.objects.has(name):
        raise NameHidden
    same = Player.objects.filter(pk=player.pk, generation=player.generation, forgotten_at=None)
    if not same.update(name=name):
        raise SignedOut
    player.name = name
    _announce_all(_open_games(player))


@transaction.atomic
def hide_name(player: Player) -> None:
    """Replace a person's name by a made-up one, and hide the old name; for staff.

    The person may choose another name.

    :raises NameChanged: if the person has changed the name since ``player`` was read.
    """
    if player.is_computer or player.forgotten_at:
        raise ValueError("Only people have names to hide.")
    HiddenName.objects.hide(player.name)
    same = Player.objects.filter(pk=player.pk, name=player.name, forgotten_at=None)
    name = new_name()
    if not same.update(name=name):
        raise NameChanged
    player.name = name
    _announce_all(_open_games(player))


def offer_transfer(player: Player, *, address: str | None = None) -> str:
    """Return the secret of a link that moves a player to another device.

    The new link replaces an unused older one.

    :raises TooMany: if the player, or the address, makes too many.
    """
    limits.count_visitor(limits.DEVICES, player.pk, address)
    secret = secrets.token_urlsafe(16)
    with transaction.atomic():
        Transfer.objects.filter(player=player, used_at=None).delete()
        Transfer.objects.create(player=player, digest=_digest(secret))
    return secret


@transaction.atomic
def accept_transfer(secret: str) -> Player:
    """Use up a link, and return its player with a new generation.

    All browsers of the player so far are signed out.

    :raises LinkUsed: if there is no usable link with this secret.
    """
    transfer = find_transfer(secret)
    if not Transfer.objects.filter(pk=transfer.pk, used_at=None).update(used_at=timezone.now()):
        raise LinkUsed
    _end_sessions(transfer.player)
    return transfer.player


def find_transfer(secret: str) -> Transfer:
    """Return the usable link with this secret.

    :raises LinkUsed: if there is none.
    """
    transfers = Transfer.objects.usable(timezone.now()).select_related("player")
    transfer = transfers.filter(digest=_digest(secret)).first()
    if transfer is None:
        raise LinkUsed
    return transfer


def forget_player(player: Player) -> None:
    """Remove a person's name, sessions and links for good; their games stay.

    Receivers of ``player_forgotten`` remove the rest, such as attempts at puzzles. Open invitations
    are withdrawn, open games resigned, and exhibitions stopped, each in its own transaction. Do not
    call this in a transaction: a lock kept from one game could block the end of the next.
    """
    if player.is_computer:
        raise ValueError("The computer cannot be forgotten.")
    _remove_identity(player)
    _announce_all(_games_without_rematch(player))
    for game_id in _open_games(player):
        with suppress(Refused):  # The game may have ended meanwhile.
            _give_up(game_id, player.pk)
    for game_id in _open_exhibitions(player):
        with suppress(Refused):
            stop(game_id, player.pk)


def purge() -> int:
    """Remove expired sessions, unusable links and people who never played.

    Return the number of people removed, at most ``PURGE_LIMIT`` so that others do not wait long.
    """
    now = timezone.now()
    SessionStore.clear_expired()
    Transfer.objects.unusable(now).delete()
    with transaction.atomic():
        locked = _idle(now).select_for_update(skip_locked=True)
        idle = list(locked.values_list("pk", flat=True)[:PURGE_LIMIT])
        Player.objects.filter(pk__in=idle).delete()
    return len(idle)


def _find_twin(digest: str) -> Player | None:
    """Return the player whom the form with this digest made within ``DOUBLE_CLICK``."""
    since = timezone.now() - DOUBLE_CLICK
    return Player.objects.filter(token=digest, created_at__gte=since).first()


@transaction.atomic
def _create_once(digest: str) -> Player:
    sql.lock_key(digest)
    return _find_twin(digest) or Player.objects.create(token=digest)


def _digest(secret: str) -> str:
    return salted_hmac("transfer", secret, algorithm="sha256").hexdigest()


def _end_sessions(player: Player) -> None:
    """Sign out all browsers of a player, and tell their open pages.

    The form that made the player, if posted again, then makes a new one.
    """
    Player.objects.filter(pk=player.pk).update(generation=F("generation") + 1, token="")
    player.refresh_from_db(fields=["generation", "token"])
    broadcast.announce_sign_out(player)


@transaction.atomic
def _remove_identity(player: Player) -> None:
    player.transfers.all().delete()
    player.name = names.FORMER
    player.forgotten_at = player.forgotten_at or timezone.now()
    player.save(update_fields=["name", "forgotten_at"])
    player_forgotten.send(Player, player=player)
    # The admin's log has the names of players whom staff have renamed.
    log = LogEntry.objects.filter(content_type__app_label="games", content_type__model="player")
    log.filter(object_id=str(player.pk)).update(object_repr=names.FORMER)
    _end_sessions(player)


def _give_up(game_id: str, player_id: int) -> None:
    try:
        withdraw(game_id, player_id)
    except NotWaiting:
        resign(game_id, player_id)


def _idle(now: datetime) -> QuerySet[Player]:
    """The guests older than ``NEWCOMER_LIFETIME`` to whom no row refers, in any room.

    Links to other devices do not count.
    """
    newcomers = Player.objects.people().filter(created_at__lt=now - NEWCOMER_LIFETIME, user=None)
    for relation in Player._meta.related_objects:
        if relation.related_model is not Transfer:
            rows = relation.related_model._default_manager
            kept = rows.filter(**{relation.field.name: OuterRef("pk")})
            newcomers = newcomers.filter(~Exists(kept))
    return newcomers


def _open_games(player: Player) -> list[str]:
    return list(Game.objects.of(player).filter(status__in=OPEN).values_list("pk", flat=True))


def _open_exhibitions(player: Player) -> list[str]:
    return list(player.exhibitions.filter(game__status__in=OPEN).values_list("game_id", flat=True))


def _games_without_rematch(player: Player) -> list[str]:
    """Return the finished games whose opponent may still wait for a rematch."""
    finished = Game.objects.of(player).against_people().filter(status=Game.Status.FINISHED)
    recent = finished.filter(next=None, finished_at__gt=timezone.now() - REMATCH_AWAITED)
    return list(recent.values_list("pk", flat=True))


def _announce_all(ids: list[str]) -> None:
    """Announce games in batches, so that other work waits for one batch at most."""
    ids = sorted(ids)
    for start in range(0, len(ids), BATCH_SIZE):
        _announce_anew(ids[start : start + BATCH_SIZE])


@transaction.atomic
def _announce_anew(ids: list[str]) -> None:
    """Give games a new version because a player has changed, and send it.

    ``touched_at`` stays: this must not delay the time at which a game counts as abandoned.
    """
    lock_games(ids)
    games = Game.objects.filter(pk__in=ids)
    games.update(version=F("version") + 1)
    for game in games.with_players():
        broadcast.announce(game)
