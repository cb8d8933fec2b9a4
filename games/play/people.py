"""Who plays: newcomers, their names, the way to another device, and being forgotten."""

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

DOUBLE_CLICK = timedelta(seconds=30)  # within which the same form again is the same person
OPEN = (Game.Status.WAITING, Game.Status.PLAYING)
BATCH_SIZE = 50  # games that show a new name in one transaction, lest others wait for it
REMATCH_AWAITED = timedelta(days=1)  # for which a page of a finished game may still be open
NEWCOMER_LIFETIME = timedelta(days=1)  # how long somebody is kept who has not played yet
PURGE_LIMIT = 1000  # people removed by one purge


def create_player(*, token: str, address: str | None = None) -> Player:
    """Return a new player for somebody without a session, who has posted a form with a ``token``.

    If a form with the same token has made a player in the last ``DOUBLE_CLICK``, return that one:
    somebody has posted it twice before the first response brought the session.

    :raises TooMany: if too many newcomers come from this ``address``.
    """
    digest = salted_hmac("newcomer", token, algorithm="sha256").hexdigest()
    if twin := _find_twin(digest):
        return twin
    limits.count(limits.NEWCOMERS, address=address)
    return _create_once(digest)


def rename_player(player: Player, *, name: str, address: str | None = None) -> None:
    """Give a player another name, and show it in the games that go on.

    An ``address`` is given if the player asks for it, and not a member of staff.

    :raises names.InvalidName: if it cannot be shown.
    :raises NameHidden: if staff have hidden it, or one that looks like it.
    :raises TooMany: if the player, or the address, changes names too often.
    :raises SignedOut: if the player was forgotten, or has gone on at another device since
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
    """Give a person a made-up name, and keep everybody from taking the old one; only staff do.

    The person sees it, and may choose another.

    :raises NameChanged: if they have another name since ``player`` was read.
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
    """Return the secret of a link that takes a player to another device, away from this one.

    It replaces one that was made before and not used.

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
    """Use up a link, and return its player in a new generation.

    All browsers that were this player's so far are signed out.

    :raises LinkUsed: if the link is not good any more, or never was.
    """
    transfer = find_transfer(secret)
    if not Transfer.objects.filter(pk=transfer.pk, used_at=None).update(used_at=timezone.now()):
        raise LinkUsed
    _end_sessions(transfer.player)
    return transfer.player


def find_transfer(secret: str) -> Transfer:
    """Return a link that is still good.

    :raises LinkUsed: if there is none.
    """
    transfers = Transfer.objects.usable(timezone.now()).select_related("player")
    transfer = transfers.filter(digest=_digest(secret)).first()
    if transfer is None:
        raise LinkUsed
    return transfer


def forget_player(player: Player) -> None:
    """Remove a person's name and every way to be that person again; their games stay.

    What else is kept of them, such as their puzzles, receivers of ``player_forgotten`` remove. Open
    invitations are withdrawn, open games resigned, and exhibitions stopped, each in a transaction
    of its own, so not to be called in one: the first may keep a lock that the end of the next one
    has to wait for.
    """
    if player.is_computer:
        raise ValueError("The computer cannot be forgotten.")
    _remove_identity(player)
    _announce_all(_games_without_rematch(player))
    for game_id in _open_games(player):
        with suppress(Refused):  # It may have ended meanwhile.
            _give_up(game_id, player.pk)
    for game_id in _open_exhibitions(player):
        with suppress(Refused):
            stop(game_id, player.pk)


def purge() -> int:
    """Remove expired sessions, spent links and people who never played; return their number.

    Of people it removes so many at most that other work does not wait for long.
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
    """Return the player whom the form with this digest has made a moment ago."""
    since = timezone.now() - DOUBLE_CLICK
    return Player.objects.filter(token=digest, created_at__gte=since).first()


@transaction.atomic
def _create_once(digest: str) -> Player:
    sql.lock_key(digest)
    return _find_twin(digest) or Player.objects.create(token=digest)


def _digest(secret: str) -> str:
    return salted_hmac("transfer", secret, algorithm="sha256").hexdigest()


def _end_sessions(player: Player) -> None:
    """Sign out all browsers of a player, and have their open pages notice.

    The form that made the player, posted again, is a newcomer's from then on.
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
    # The admin's log names whom a member of staff has renamed.
    log = LogEntry.objects.filter(content_type__app_label="games", content_type__model="player")
    log.filter(object_id=str(player.pk)).update(object_repr=names.FORMER)
    _end_sessions(player)


def _give_up(game_id: str, player_id: int) -> None:
    try:
        withdraw(game_id, player_id)
    except NotWaiting:
        resign(game_id, player_id)


def _idle(now: datetime) -> QuerySet[Player]:
    """The people who came a while ago and never had a seat, solved a puzzle or the like.

    Whatever refers to a player says so, whichever room's it is; a link to a device does not.
    """
    newcomers = Player.objects.people().filter(created_at__lt=now - NEWCOMER_LIFETIME)
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
    """Return the games after which somebody may still wait for a rematch."""
    finished = Game.objects.of(player).against_people().filter(status=Game.Status.FINISHED)
    recent = finished.filter(next=None, finished_at__gt=timezone.now() - REMATCH_AWAITED)
    return list(recent.values_list("pk", flat=True))


def _announce_all(ids: list[str]) -> None:
    """Announce games in batches, so that no other game waits for all of them."""
    ids = sorted(ids)
    for start in range(0, len(ids), BATCH_SIZE):
        _announce_anew(ids[start : start + BATCH_SIZE])


@transaction.atomic
def _announce_anew(ids: list[str]) -> None:
    """Give games a new version because who plays in them has changed, and send it.

    That is no sign of life: it does not move the time at which a game counts as left or abandoned.
    """
    lock_games(ids)
    games = Game.objects.filter(pk__in=ids)
    games.update(version=F("version") + 1)
    for game in games.with_players():
        broadcast.announce(game)
