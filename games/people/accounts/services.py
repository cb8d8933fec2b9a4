from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from games.engine import clock
from games.models import Game, Player, username, username_of
from games.people.accounts.recovery_codes import RecoveryCodes
from games.people.duels import services as duels
from games.people.moderation.models import Restriction
from games.people.moderation.restrictions import restrict
from games.play import services
from games.play.errors import NameTaken, Refused, SignedOut
from games.web.sessions import GENERATION, PLAYER, SessionStore

ENDED_KEPT_FOR = timedelta(days=30)  # to tell whoever comes back why they are signed out


def create_account(
    player: Player, *, name: str, password: str, shows_profile: bool = False
) -> User:
    user = User(username=username(name))
    user.set_password(password)  # before the transaction, as that takes long
    private_since = None if shows_profile else timezone.now()
    same = Player.objects.filter(pk=player.pk, generation=player.generation, user=None)
    try:
        with transaction.atomic():
            services.claim_name(name, None)
            user.save()
            fields = {"name": name, "private_since": private_since}
            if not same.filter(forgotten_at=None).update(user=user, **fields):
                raise SignedOut
    except IntegrityError:  # A member of staff was given the name at the same moment.
        raise NameTaken from None
    player.user, player.name, player.private_since = user, name, private_since
    services.announce_player(player)
    return user


def end_seats(user: User) -> None:
    if player := Player.objects.filter(user=user).first():
        services.end_sessions(player)


@transaction.atomic
def lock(player: Player, days: int | None = None) -> None:
    # Afterwards nobody is led to the person: invitations are withdrawn, and duels end. Other games
    # stay as they are, as an account may be unlocked.
    is_new = not player.restrictions.filter(kind=Restriction.Kind.LOCK).exists()
    restrict(player, Restriction.Kind.LOCK, days)
    player.transfers.all().delete()  # links to other devices
    if player.user:
        User.objects.filter(pk=player.user.pk).update(is_active=False)
        _leave_only_credential(player)
    if player.user or is_new:
        services.end_sessions(player)
    # Each game has a transaction of its own, as a lock kept from one could block the next.
    transaction.on_commit(partial(_leave, player), robust=True)


@transaction.atomic
def unlock(player: Player) -> None:
    ended, _ = player.restrictions.filter(kind=Restriction.Kind.LOCK).delete()
    User.objects.filter(player=player).update(is_active=True)
    if ended and not player.user:
        # A guest cannot sign in again: the credential of before the lock counts once more.
        Player.objects.filter(pk=player.pk).update(generation=F("generation") - 1)


def end_locks() -> None:
    now = clock.now()
    ended = Restriction.objects.filter(kind=Restriction.Kind.LOCK, until__lte=now)
    users = User.objects.filter(player__restrictions__in=ended, is_active=False)
    if ids := list(users.values_list("pk", flat=True)):
        User.objects.filter(pk__in=ids).update(is_active=True)
    for lock in ended.filter(player__user=None).select_related("player"):
        unlock(lock.player)
    Restriction.objects.filter(until__lt=now - ENDED_KEPT_FOR).delete()


def password_link(user: User) -> str:
    key = [user_pk_to_url_str(user), default_token_generator.make_token(user)]
    return reverse("account_reset_password_from_key", args=key)


def recover(name: str, code: str, password: str) -> User | None:
    user = User.objects.filter(username=username_of(name), is_active=True).first()
    return user if user and set_password(user, password, code=code) else None


def set_password(user: User, password: str, *, code: str = "") -> bool:
    """Store a new password, with which Django ends all other logins, unless the code is wrong."""
    user.set_password(password)  # before the transaction, as that takes long
    with transaction.atomic():
        if code and not RecoveryCodes(user).use(code):
            return False
        user.save(update_fields=["password"])
        end_seats(user)
    return True


def _leave(player: Player) -> None:
    not_begun = (Game.Status.WAITING, Game.Status.CALLED)
    waiting = Game.objects.of(player).filter(status__in=not_begun)
    for game_id in list(waiting.values_list("pk", flat=True)):
        with suppress(Refused):  # It may have begun meanwhile.
            services.withdraw(game_id, player.pk)
    duels.give_up(player)


def _leave_only_credential(player: Player) -> None:
    # By that each browser hears why, and is locked too.
    logins = UserSession.objects.filter(user=player.user)
    for key in list(logins.values_list("session_key", flat=True)):
        session = SessionStore(key)
        session.clear()
        session[PLAYER], session[GENERATION] = player.credential
        session.save()
    logins.delete()
