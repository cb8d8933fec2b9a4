from __future__ import annotations

import secrets

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import TRANSFER_LIFETIME, Player, Transfer
from games.play import limits
from games.play.errors import LinkUsed
from games.play.people import end_sessions


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
