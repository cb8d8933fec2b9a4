from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import chain, repeat
from random import SystemRandom

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.bus import broadcast
from games.models import (
    TRANSFER_LIFETIME,
    Game,
    HiddenName,
    Player,
    ProcessedMessage,
    Transfer,
    avatars,
    names,
    new_name,
    sql,
    taken_usernames,
    username,
)
from games.models.game_events import said_by
from games.models.player_rows import forget_in_log, forget_rows, lasting_rows_of
from games.ops.periodic_tasks import remove_some
from games.play import limits
from games.play.base import lock_games
from games.play.errors import (
    LinkUsed,
    NameChanged,
    NameHidden,
    NameTaken,
    NoSuchLook,
    NotWaiting,
    Refused,
    SignedOut,
)
from games.play.moves import resign
from games.play.new_games import withdraw
from games.play.signals import player_gone

DOUBLE_CLICK = timedelta(seconds=30)  # within which a form posted again is the same newcomer
OPEN = (Game.Status.WAITING, Game.Status.CALLED, Game.Status.PLAYING)
BATCH_SIZE = 50  # games announced in one transaction, so that others do not wait long
REMATCH_AWAITED = timedelta(days=1)  # how long the page of a finished game may still be open
NEWCOMER_LIFETIME = timedelta(days=1)  # how long a person is kept who has not played yet
REPEATED_WITHIN = timedelta(days=1)  # after a game, whose messages are kept so long
PURGE_LIMIT = 1000  # people removed by one purge
PLAIN_NAMES_TRIED = 20  # of the 1,800 made-up ones, before a number is added


def create_player(*, token: str, address: str | None = None) -> Player:
    # The same form within ``DOUBLE_CLICK`` returns the same player: it was posted twice before the
    # first response brought the session.
    digest = salted_hmac("newcomer", token, algorithm="sha256").hexdigest()
    if twin := _find_twin(digest):
        return twin
    limits.count(limits.NEWCOMERS, address=address)
    return _create_once(digest)


def rename_player(player: Player, *, name: str, address: str | None = None) -> None:
    # The ``address`` is the player's, None if a member of staff changes the name.
    name = names.clean(name)
    limits.count_visitor(limits.NAMES, player.pk, address)
    same = Player.objects.filter(pk=player.pk, generation=player.generation, forgotten_at=None)
    with transaction.atomic():
        claim_name(name, player.user_id)
        if not same.update(name=name):
            raise SignedOut
    player.name = name
    announce_player(player)


def change_avatar(player: Player, *, avatar: str, ink: str, address: str | None = None) -> None:
    limits.count_visitor(limits.LOOKS, player.pk, address)
    if avatar not in ("", *avatars.AVATARS) or ink not in ("", *avatars.INKS):
        raise NoSuchLook
    player.avatar, player.ink = avatar or player.avatar, ink or player.ink
    player.save(update_fields=["avatar", "ink"])


def claim_name(name: str, user_id: int | None) -> None:
    """Keep a name from others until the transaction ends, and give it to an account, if any."""
    # An account keeps the name it has, also where others look like it by a later rule.
    sql.lock_key(f"name {username(name)}")
    if user_id and Player.objects.filter(user=user_id, name=name).exists():
        return
    if HiddenName.objects.has(name):
        raise NameHidden
    own = User.objects.filter(pk=user_id or 0)
    others = User.objects.exclude(pk__in=own)
    if others.filter(username__in=taken_usernames(name)).exists():
        raise NameTaken
    # Members of staff log in to the admin with a name of their own.
    own.filter(is_staff=False).update(username=username(name))


def announce_player(player: Player) -> None:
    _announce_all(_open_games(player))


@transaction.atomic
def hide_name(player: Player) -> None:
    """Replace a person's name by a made-up one, and hide the old name; for staff.

    The person may choose another name. An account signs in with the new name.
    """
    if player.is_computer or player.forgotten_at:
        raise ValueError("Only people have names to hide.")
    HiddenName.objects.hide(player.name)
    same = Player.objects.filter(pk=player.pk, name=player.name, forgotten_at=None)
    name = _free_name()
    claim_name(name, player.user_id)
    if not same.update(name=name):
        raise NameChanged
    player.name = name
    announce_player(player)


def end_sessions(player: Player) -> None:
    # What an open page may do is checked by its credential at each message, so none of them has to
    # hear of it. Browsers that stay signed in to the player's account have a new credential by
    # that.
    Player.objects.filter(pk=player.pk).update(generation=F("generation") + 1, token="")
    player.refresh_from_db(fields=["generation", "token"])
    broadcast.announce_sign_out(player)


def forget_player(player: Player) -> None:
    """Forget a person; games stay, open ones are resigned. Not to be called in a transaction."""
    # A lock kept from one game could block the end of the next. What else refers to the person goes
    # or stays as its ``on_delete`` says.
    if player.is_computer:
        raise ValueError("The computer cannot be forgotten.")
    _remove_identity(player)
    _announce_all(_games_without_rematch(player))
    for game_id in _open_games(player):
        with suppress(Refused):  # The game may have ended meanwhile.
            _give_up(game_id, player.pk)
    player_gone.send(Player, player=player)


def purge() -> int:
    """Return the number of people removed, at most ``PURGE_LIMIT``: others do not wait long."""
    now = timezone.now()
    SessionStore.clear_expired()
    Transfer.objects.exclude(used_at=None, created_at__gt=now - TRANSFER_LIFETIME).delete()
    over = ProcessedMessage.objects.filter(game__finished_at__lt=now - REPEATED_WITHIN)
    remove_some(over)
    with transaction.atomic():
        locked = _idle(now).select_for_update(skip_locked=True)
        idle = list(locked.values_list("pk", flat=True)[:PURGE_LIMIT])
        Player.objects.filter(pk__in=idle).delete()
    return len(idle)


def _find_twin(digest: str) -> Player | None:
    since = timezone.now() - DOUBLE_CLICK
    return Player.objects.filter(token=digest, created_at__gte=since).first()


@transaction.atomic
def _create_once(digest: str) -> Player:
    sql.lock_key(digest)
    if twin := _find_twin(digest):
        return twin
    name = _free_name()
    look = avatars.of_newcomer(name, SystemRandom())
    return Player.objects.create(token=digest, name=name, **look)


def _free_name() -> str:
    rng = SystemRandom()
    plain = (new_name() for _ in range(PLAIN_NAMES_TRIED))
    numbered = (f"{new_name()} {rng.randrange(10, 1000)}" for _ in repeat(None))
    taken = User.objects.all()
    return next(
        name
        for name in chain(plain, numbered)
        if not taken.filter(username=username(name)).exists()
    )


@transaction.atomic
def _remove_identity(player: Player) -> None:
    forget_rows(player)
    for said in said_by(player):
        said.delete()
    forget_in_log(player.name)
    _remove_account(player)
    player.name, player.avatar, player.ink = names.FORMER, "", ""
    player.forgotten_at = player.forgotten_at or timezone.now()
    player.save(update_fields=["name", "avatar", "ink", "forgotten_at"])
    end_sessions(player)


def _remove_account(player: Player) -> None:
    user = User.objects.select_for_update(of=("self",)).filter(player=player).first()
    player.user = player.private_since = None
    player.save(update_fields=["user", "private_since"])
    if user and not user.is_staff:
        user.delete()


def _give_up(game_id: str, player_id: int) -> None:
    try:
        withdraw(game_id, player_id)
    except NotWaiting:
        resign(game_id, player_id)


def _idle(now: datetime) -> QuerySet[Player]:
    # Links to other devices do not count.
    newcomers = Player.objects.people().filter(created_at__lt=now - NEWCOMER_LIFETIME, user=None)
    for kept in lasting_rows_of(OuterRef("pk")):
        newcomers = newcomers.filter(~Exists(kept))
    return newcomers


def _open_games(player: Player) -> list[str]:
    return list(Game.objects.of(player).filter(status__in=OPEN).values_list("pk", flat=True))


def _games_without_rematch(player: Player) -> list[str]:
    finished = Game.objects.of(player).against_people().filter(status=Game.Status.FINISHED)
    recent = finished.filter(next=None, finished_at__gt=timezone.now() - REMATCH_AWAITED)
    return list(recent.values_list("pk", flat=True))


def _announce_all(ids: list[str]) -> None:
    ids = sorted(ids)
    for start in range(0, len(ids), BATCH_SIZE):
        _announce_anew(ids[start : start + BATCH_SIZE])


@transaction.atomic
def _announce_anew(ids: list[str]) -> None:
    # ``touched_at`` stays: this must not delay the time at which a game counts as abandoned.
    lock_games(ids)
    games = Game.objects.filter(pk__in=ids)
    games.update(version=F("version") + 1)
    for game in games.with_players():
        broadcast.announce(game)


def offer_transfer(player: Player, *, address: str | None = None) -> str:
    limits.count_visitor(limits.DEVICES, player.pk, address)
    secret = secrets.token_urlsafe(16)
    with transaction.atomic():
        Transfer.objects.filter(player=player, used_at=None).delete()
        Transfer.objects.create(player=player, digest=_digest(secret, settings.SECRET_KEY))
    return secret


@transaction.atomic
def accept_transfer(secret: str) -> Player:
    # All browsers so far are signed out, but those that are signed in to an account.
    transfer = find_transfer(secret)
    if not Transfer.objects.filter(pk=transfer.pk, used_at=None).update(used_at=timezone.now()):
        raise LinkUsed
    end_sessions(transfer.player)
    return transfer.player


def find_transfer(secret: str) -> Transfer:
    fresh = {"used_at": None, "created_at__gt": timezone.now() - TRANSFER_LIFETIME}
    transfers = Transfer.objects.filter(**fresh).select_related("player")
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    transfer = transfers.filter(digest__in=[_digest(secret, key) for key in keys]).first()
    if transfer is None:
        raise LinkUsed
    return transfer


def _digest(secret: str, key: str) -> str:
    return salted_hmac("transfer", secret, secret=key, algorithm="sha256").hexdigest()
