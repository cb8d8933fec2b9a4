"""Calls: who is wanted in a game and does not look at it, and which browsers are told."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_noop as _

from games.engine import Mark, clock
from games.models import Game, Player
from games.people.met.models import Invitation
from games.people.notifications.addresses import WrongAddress
from games.people.notifications.models import ONCE_IN, Call, CallSettings, Kind, Subscription
from games.play import limits
from games.play.errors import Refused
from games.presentation import board_wording
from games.web import players
from games.web.sessions import SessionStore

AWAY_AFTER = timedelta(seconds=20)  # whoever has to move, as one may be thinking elsewhere
COME_WITHIN = timedelta(seconds=6)  # a page that can be seen shows a sign of life by then
NEWS_FOR = timedelta(minutes=10)  # after which nobody is called for it any more
TOLD_FOR = timedelta(seconds=70)  # an open page that is hidden may ask only once a minute
MOST_BROWSERS = 10  # of a person
TITLES = {
    Kind.JOINED: _("%(name)s has joined. Your game is on."),
    Kind.TURN: _("Your turn against %(name)s"),
    Kind.FOUND: _("%(name)s wants to play. Come within half a minute."),
    Kind.REMATCH: _("%(name)s asks you to play again"),
}
SUBSCRIBING = limits.register(_("notifications"), person=["10/minute"], address=["60/minute"])


class WrongSubscription(Refused):
    code = "wrong_subscription"
    http_status = 400
    message = _("This browser cannot be called.")


class Due(NamedTuple):
    """Somebody who is to be called for a game, unless they have its page before them."""

    game: Game
    player_id: int
    kind: Kind


class Delivery(NamedTuple):
    """A call to be handed to a browser's push service."""

    subscription: Subscription
    message: bytes


def start_calling(player: Player, session_key: str, keys: dict[str, str], address: str) -> None:
    """Call a player from now on, by the push service of a browser where it has one.

    :raises WrongSubscription: if the browser names no such service.
    :raises TooMany: if the player, or the address, asks for it too often.
    """
    from games.people.notifications import push

    limits.count_visitor(SUBSCRIBING, player.pk, address)
    if endpoint := keys.pop("endpoint", ""):
        try:
            push.check(endpoint, **keys)
        except (WrongAddress, ValueError):
            raise WrongSubscription from None
        values = {"player": player, "session_key": session_key, "language": get_language() or ""}
        Subscription.objects.update_or_create(endpoint=endpoint, defaults={**values, **keys})
        kept = player.subscriptions.order_by("-pk").values_list("pk", flat=True)[:MOST_BROWSERS]
        player.subscriptions.exclude(pk__in=list(kept)).delete()
    CallSettings.objects.get_or_create(player=player)


def find_due() -> list[Due]:
    """Return who is wanted in games in which something has happened lately."""
    now = clock.now()
    lately = Q(touched_at__gt=now - NEWS_FOR, touched_at__lt=now - COME_WITHIN)
    asked = Q(x__call_settings__isnull=False) | Q(o__call_settings__isnull=False)
    games = Game.objects.with_players().filter(lately, asked, status=Game.Status.PLAYING)
    wanted = [
        Due(game, player_id, kind)
        for game in games
        for mark, player_id in game.people.items()
        if (kind := _wanted_for(game, Mark(mark), now))
    ]
    invited = Invitation.objects.open().filter(game__touched_at__gt=now - NEWS_FOR)
    wanted += [Due(each.game, each.player_id, Kind.REMATCH) for each in invited]
    ids = {due.player_id for due in wanted}
    wishes = CallSettings.objects.in_bulk(ids, field_name="player_id")
    called = Call.objects.filter(game__in=[due.game for due in wanted], at__gt=now - ONCE_IN)
    before = set(called.values_list("game_id", "player_id"))
    return [
        due
        for due in wanted
        if due.player_id in wishes
        and due.kind in wishes[due.player_id].kinds
        and (due.game.pk, due.player_id) not in before
    ]


def claim(wanted: list[Due]) -> list[Delivery]:
    """Note the calls that no other process has noted, and return what to hand over."""
    return [delivery for due in wanted if _note(due) for delivery in _deliveries(due)]


def recent_calls(player: Player) -> list[dict[str, Any]]:
    """Return what a player was called for just now, for open pages without a push service."""
    latest = player.calls.filter(at__gt=clock.now() - TOLD_FOR).select_related("game__x", "game__o")
    return [_notification(call.game, player.pk, Kind(call.kind)) for call in latest]


def remove(endpoint: str) -> None:
    """Forget a browser whose push service does not know it any more."""
    Subscription.objects.filter(endpoint=endpoint).delete()


def forget_calls(player: Player, **_: Any) -> None:
    """Call a person no more; receives ``player_forgotten``."""
    for kept in (CallSettings.objects, Subscription.objects, Call.objects):
        kept.filter(player=player).delete()


def join_calls(guest: Player, player: Player, **_: Any) -> None:
    """Give what a guest wished to an account without a wish; receives ``player_merged``.

    The guest's browsers have signed in, and so have other sessions: they ask to be called anew.
    """
    if not CallSettings.objects.filter(player=player).exists():
        CallSettings.objects.filter(player=guest).update(player=player)
    called = list(player.calls.values_list("game_id", flat=True))
    guest.calls.exclude(game__in=called).update(player=player)
    guest.subscriptions.update(player=player)
    CallSettings.objects.filter(player=guest).delete()
    guest.calls.all().delete()


def export_calls(player: Player, **_: Any) -> dict[str, Any]:
    """Return when a person wants to be called, and where; receives ``player_exported``."""
    wish = CallSettings.objects.filter(player=player).first()
    return {
        "called_when": [kind.label for kind in wish.kinds] if wish else [],
        "called_browsers": list(player.subscriptions.values("endpoint", "created_at")),
        "calls": list(player.calls.values("game_id", "kind", "at")),
    }


def _wanted_for(game: Game, mark: Mark, now: datetime) -> Kind | None:
    """Return what a side of a game is to be called for, None if it is not wanted or was here."""
    if not game.is_between_people:
        return None
    if mark in game.awaited:
        return Kind.REMATCH if mark != game.asked_by else None
    if game.kind and not game.has_come(mark):
        return Kind.FOUND
    if mark is game.awaited_host:
        return Kind.JOINED
    last = max(game.touched_at, game.seen_at(mark) or game.touched_at)
    return Kind.TURN if game.turn is mark and last < now - AWAY_AFTER else None


def _note(due: Due) -> bool:
    now, kind = clock.now(), due.kind
    call, is_new = Call.objects.get_or_create(
        game=due.game, player_id=due.player_id, defaults={"kind": kind, "at": now}
    )
    earlier = Call.objects.filter(pk=call.pk, at__lt=now - ONCE_IN)
    return is_new or bool(earlier.update(kind=kind, at=now))


def _deliveries(due: Due) -> list[Delivery]:
    found = []
    for each in Subscription.objects.filter(player=due.player_id):
        # Whoever has signed out of that browser, or left it, is not called there.
        if players.id_in(SessionStore(each.session_key)) != due.player_id:
            each.delete()
            continue
        with override(each.language):
            said = _notification(due.game, due.player_id, due.kind)
        found.append(Delivery(each, json.dumps(said).encode()))
    return found


def _notification(game: Game, player_id: int, kind: Kind) -> dict[str, Any]:
    """Return what the notification to a player says, as browsers show it."""
    others = [each.name for each in (game.x, game.o) if each and each.pk != player_id]
    return {
        "title": gettext(TITLES[kind]) % {"name": "".join(others[:1])},
        "body": board_wording.board(game.variant),
        "tag": game.pk,
        "data": {"address": game.get_absolute_url()},
    }
