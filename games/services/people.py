"""Who plays: newcomers, their names, and the link that takes one to another device."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import names
from games.models import Game, Player, Transfer
from games.realtime import broadcast
from games.services.base import store
from games.services.errors import LinkUsed
from games.sessions import forget_player

DOUBLE_CLICK = timedelta(seconds=30)
OPEN = (Game.Status.WAITING, Game.Status.PLAYING)


@transaction.atomic
def welcome_player(*, token: str) -> Player:
    """Return a player for a newcomer, who is known by nothing but the ``token`` of a form.

    A form that is sent twice at once, before the first answer has brought a session, comes from one
    person.
    """
    digest = salted_hmac("newcomer", token, algorithm="sha256").hexdigest()
    since = timezone.now() - DOUBLE_CLICK
    twin = Player.objects.filter(token=digest, created_at__gte=since).first()
    return twin or Player.objects.create(token=digest)


@transaction.atomic
def rename_player(player: Player, *, name: str) -> None:
    """Give a player another name, and show it in the games that go on.

    :raises names.InvalidName: if it cannot be shown.
    """
    player.name = names.clean(name)
    player.save(update_fields=["name"])
    for game in Game.objects.with_players().of(player).filter(status__in=OPEN):
        store(game)


@transaction.atomic
def offer_transfer(player: Player, *, session_key: str) -> str:
    """Return the secret of a link that takes a player to another device, away from this session.

    It replaces one that was made before and not used.
    """
    Transfer.objects.filter(player=player, used_at=None).delete()
    secret = secrets.token_urlsafe(16)
    Transfer.objects.create(player=player, digest=_digest(secret), session_key=session_key)
    return secret


@transaction.atomic
def accept_transfer(secret: str) -> Player:
    """Return the player whom the link of this ``secret`` brings; their old session forgets them.

    :raises LinkUsed: if it is not good any more, or never was.
    """
    transfer = find_transfer(secret)
    if not Transfer.objects.filter(pk=transfer.pk, used_at=None).update(used_at=timezone.now()):
        raise LinkUsed
    forget_player(transfer.session_key)
    broadcast.announce_departure(transfer.player)
    return transfer.player


def find_transfer(secret: str) -> Transfer:
    """Return a link that is still good.

    :raises LinkUsed: if there is none.
    """
    transfers = Transfer.objects.good(timezone.now()).select_related("player")
    transfer = transfers.filter(digest=_digest(secret)).first()
    if transfer is None:
        raise LinkUsed
    return transfer


def _digest(secret: str) -> str:
    return salted_hmac("transfer", secret, algorithm="sha256").hexdigest()
