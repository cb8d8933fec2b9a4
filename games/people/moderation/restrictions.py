from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.engine import clock
from games.models import Player
from games.people.moderation.models import Restriction
from games.play.errors import LockedOut, Refused

Kind = Restriction.Kind
_lasting = Restriction.objects.filter(Q(until=None) | Q(until__gt=Now()), kind=Kind.LOCK)
LOCKED_OUT = Q(user__is_active=False) | Q(pk__in=_lasting.values("player"))  # of players


class Silenced(Refused):
    code = "silenced"
    http_status = 403
    message = _("You cannot write to others or change your name until %(end)s.")

    def __init__(self, silence: Restriction) -> None:
        super().__init__(gettext(self.message) % {"end": silence.end})


class Locked(LockedOut):
    def __init__(self, lock: Restriction) -> None:
        self.lock = lock
        super().__init__(str(lock))


def restrict(player: Player, kind: Kind, days: int | None) -> None:
    until = clock.now() + timedelta(days=days) if days else None
    Restriction.objects.update_or_create(player=player, kind=kind, defaults={"until": until})


def end_silence(player: Player) -> None:
    player.restrictions.filter(kind=Kind.SILENCE).delete()


def active(player: Player, kind: Kind) -> Restriction | None:
    return player.restrictions.active().filter(kind=kind).first()


def in_words(player: Player) -> str:
    active = player.restrictions.active()
    said = (f"{each.get_kind_display()} until {each.end or 'staff end it'}" for each in active)
    return ", ".join(said) or "none"


def why_signed_out(player_id: int, **_: Any) -> str:
    lock = Restriction.objects.filter(player=player_id, kind=Kind.LOCK).first()
    if lock is None:
        return ""
    # A guest comes back as soon as ``end_locks`` has seen that the time is over.
    if lock.player.user_id and lock.until and lock.until <= clock.now():
        return gettext("You are not locked out any more. Here you are a visitor now.")
    raise Locked(lock)
