"""Calls: who is wanted in a game and does not look at it, and which browsers are told."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_noop as _

from games.engine import Mark, clock
from games.models import Game, Player, sql
from games.ops.periodic_tasks import remove_some
from games.people.met import here
from games.people.met.models import Invitation
from games.people.notifications.addresses import WrongAddress
from games.people.notifications.models import Call, CallSettings, Kind, Subscription
from games.play import limits
from games.play.errors import Refused
from games.presentation import board_wording
from games.web import players
from games.web.sessions import SessionStore

AWAY_AFTER = timedelta(seconds=20)  # whoever has to move, as one may be thinking elsewhere
COME_WITHIN = timedelta(seconds=6)  # a page that can be seen shows a sign of life by then
NEWS_FOR = timedelta(minutes=10)  # after which nobody is called for it any more
TOLD_FOR = timedelta(seconds=70)  # an open page that is hidden may ask only once a minute
CLAIMED_FOR = timedelta(seconds=30)  # by a process, which may end before it has handed a call over
LEAST_WAIT = 5  # seconds until a push service is tried again
BEGUN = (Game.Status.CALLED, Game.Status.PLAYING)
KEPT_FOR = timedelta(days=1)  # calls
MOST_BROWSERS = 10  # of a person
TITLES = {
    Kind.JOINED: _("%(name)s has joined. Your game is on."),
    Kind.TURN: _("Your turn against %(name)s"),
    Kind.FOUND: _("%(name)s wants to play. Come within half a minute."),
    Kind.REMATCH: _("%(name)s asks you to play again"),
}
NOBODYS: dict[str, Any] = {"kinds": [], "endpoint": None, "calls": []}  # state of a browser
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
    call_id: int
    browser: Subscription
    message: bytes


def subscribe(
    player: Player, session_key: str, keys: dict[str, str], kind: str, address: str
) -> None:
    """Call a player in this browser from now on, by its push service where it has one.

    ``kind`` is what the player has just asked to be called for, "" if it is as before.

    :raises WrongSubscription: if the browser names no such service.
    :raises TooMany: if the player, or the address, asks for it too often.
    """
    limits.count_visitor(SUBSCRIBING, player.pk, address)
    endpoint = keys.pop("endpoint") or None
    if endpoint:
        _check(endpoint, **keys)
    values = {"player": player, "session_key": session_key, "language": get_language() or ""}
    with transaction.atomic():
        sql.lock_key(f"browser {endpoint or session_key}")
        browser_id = _store(session_key, {**values, **keys, "endpoint": endpoint})
        others = player.subscriptions.exclude(pk=browser_id).order_by("-pk")
        too_many = list(others.values_list("pk", flat=True)[MOST_BROWSERS - 1 :])
        player.subscriptions.filter(pk__in=too_many).delete()
        _note_wish(player, kind)


def state_of(player: Player, session_key: str, *, takes_calls: bool) -> dict[str, Any]:
    """Return what the server knows of a browser, and what a player wishes to be called for.

    The endpoint is "" where open pages of the browser call, and None where nothing does.

    :param takes_calls: whether a page asks that shows the calls, which by that are handed over
    """
    wish = CallSettings.objects.filter(player=player).first()
    browser = player.subscriptions.filter(session_key=session_key).first()
    return {
        "kinds": [kind.value for kind in wish.kinds] if wish else [],
        "endpoint": (browser.endpoint or "") if browser else None,
        "calls": _take_calls(browser) if browser and takes_calls else [],
    }


def find_due() -> list[Due]:
    now = clock.now()
    lately = Q(touched_at__gt=now - NEWS_FOR, touched_at__lt=now - COME_WITHIN)
    asked = Q(x__call_settings__isnull=False) | Q(o__call_settings__isnull=False)
    games = Game.objects.with_players().filter(lately, asked, status__in=BEGUN)
    wanted = [
        Due(game, player_id, kind)
        for game in games
        for mark, player_id in game.people.items()
        if (kind := _wanted_for(game, Mark(mark), now))
    ]
    invited = Invitation.objects.open().filter(
        game__touched_at__gt=now - NEWS_FOR, game__touched_at__lt=now - COME_WITHIN
    )
    wanted += [
        Due(each.game, each.player_id, Kind.REMATCH)
        for each in invited
        if not here.is_here(each.player)
    ]
    ids = {due.player_id for due in wanted}
    wishes = CallSettings.objects.in_bulk(ids, field_name="player_id")
    return [
        due for due in wanted if due.player_id in wishes and due.kind in wishes[due.player_id].kinds
    ]


def claim() -> list[Delivery]:
    """Claim the calls that no process has made or is about to make; return what to hand over.

    Those of browsers without a push service wait for their pages.
    """
    wanted = find_due()
    browsers = Subscription.objects.filter(player__in={due.player_id for due in wanted})
    games = {due.game.pk for due in wanted}
    settled = set(
        Call.objects.settled().filter(game__in=games).values_list("game_id", "browser_id")
    )
    return [
        delivery
        for browser in browsers
        for due in wanted
        if due.player_id == browser.player_id and (due.game.pk, browser.pk) not in settled
        if (delivery := _claim(due, browser))
    ]


def note_handed_over(call_ids: list[int]) -> None:
    Call.objects.filter(pk__in=call_ids).update(is_handed_over=True, at=clock.now())


def try_again(call_id: int, after: float) -> None:
    """Make a call later if it is wanted by then; ``after`` is in seconds."""
    wait = timedelta(seconds=min(max(after, LEAST_WAIT), NEWS_FOR.total_seconds()))
    Call.objects.filter(pk=call_id).update(at=clock.now() + wait)


def remove(browser_id: int) -> None:
    Subscription.objects.filter(pk=browser_id).delete()


def remove_old_calls() -> int:
    return remove_some(Call.objects.filter(at__lt=clock.now() - KEPT_FOR))


def export_calls(player: Player, **_: Any) -> dict[str, Any]:
    """Return when a person wants to be called, and where; receives ``player_exported``."""
    wish = CallSettings.objects.filter(player=player).first()
    return {
        "called_when": [kind.label for kind in wish.kinds] if wish else [],
        "called_browsers": list(player.subscriptions.values("endpoint", "created_at")),
        "calls": list(player.calls.values("game_id", "kind", "at")),
    }


def _wanted_for(game: Game, mark: Mark, now: datetime) -> Kind | None:
    if not game.is_between_people:
        return None
    if game.status == Game.Status.CALLED:
        return Kind.FOUND if mark in game.awaited else None
    if mark in game.awaited:
        return Kind.REMATCH if mark != game.asked_by else None
    if mark is game.awaited_host:
        return Kind.JOINED
    last = max(game.touched_at, game.seen_at(mark) or game.touched_at)
    return Kind.TURN if game.turn is mark and last < now - AWAY_AFTER else None


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    from games.people.notifications import push

    try:
        push.check(endpoint, p256dh, auth)
    except (WrongAddress, ValueError):
        raise WrongSubscription from None


def _store(session_key: str, values: dict[str, Any]) -> int:
    is_same = Q(session_key=session_key)
    if values["endpoint"]:
        is_same |= Q(endpoint=values["endpoint"])
    before = list(Subscription.objects.filter(is_same).values_list("pk", flat=True))
    Subscription.objects.filter(pk__in=before[1:]).delete()
    if not before:
        return Subscription.objects.create(**values).pk
    Subscription.objects.filter(pk=before[0]).update(**values)
    return before[0]


def _note_wish(player: Player, kind: str) -> None:
    CallSettings.objects.get_or_create(player=player)
    if kind in Kind:
        CallSettings.objects.filter(player=player).update(**{kind: True})


def _claim(due: Due, browser: Subscription) -> Delivery | None:
    # Whoever has signed out of that browser, or left it, is not called there.
    if players.id_in(SessionStore(browser.session_key)) != due.player_id:
        remove(browser.pk)
        return None
    now, kind = clock.now(), due.kind
    until = now + (CLAIMED_FOR if browser.endpoint else TOLD_FOR)
    call, is_new = Call.objects.get_or_create(
        game=due.game,
        browser=browser,
        defaults={"player_id": due.player_id, "kind": kind, "at": until},
    )
    is_ours = is_new or Call.objects.filter(pk=call.pk).free().update(
        kind=kind, at=until, is_handed_over=False
    )
    if not is_ours or not browser.endpoint:
        return None
    with override(browser.language):
        said = _notification(due.game, due.player_id, kind)
    return Delivery(call.pk, browser, json.dumps(said).encode())


def _take_calls(browser: Subscription) -> list[dict[str, Any]]:
    # An answer may be lost, and another page may have had it, so each is told for a while.
    now = clock.now()
    told = Q(is_handed_over=True, at__gt=now - TOLD_FOR)
    calls = browser.calls.filter(told | Q(is_handed_over=False, at__gt=now))
    found = list(calls.select_related("game__x", "game__o"))
    note_handed_over([call.pk for call in found if not call.is_handed_over])
    return [_notification(call.game, browser.player_id, Kind(call.kind)) for call in found]


def _notification(game: Game, player_id: int, kind: Kind) -> dict[str, Any]:
    others = [each.name for each in (game.x, game.o) if each and each.pk != player_id]
    return {
        "title": gettext(TITLES[kind]) % {"name": "".join(others[:1])},
        "body": board_wording.board(game.variant),
        "tag": game.pk,
        "data": {"address": game.get_absolute_url()},
    }
