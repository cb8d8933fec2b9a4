from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from http.client import HTTPException
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_noop as _

from games.bus import background
from games.bus.db_queue import in_database
from games.engine import Mark, clock
from games.models import Game, Player, sql
from games.ops.periodic_tasks import remove_some
from games.people.friends import push
from games.people.friends.models import (
    Invitation,
    Notification,
    NotificationKind,
    NotificationPreference,
    PushSubscription,
    is_settled,
)
from games.people.friends.services import is_online
from games.play import limits
from games.play.errors import refusal
from games.presentation import board_wording
from games.web import players
from games.web.sessions import SessionStore

SEND_EVERY = 3  # seconds
AWAY_AFTER = timedelta(seconds=20)  # whoever has to move, as one may be thinking elsewhere
COME_WITHIN = timedelta(seconds=6)  # a page that can be seen shows a sign of life by then
NEWS_FOR = timedelta(minutes=10)  # after which nobody is notified of it any more
TOLD_FOR = timedelta(seconds=70)  # an open page that is hidden may ask only once a minute
CLAIMED_FOR = timedelta(seconds=30)  # by a process, which may end before it has handed it over
LEAST_WAIT = 5  # seconds until a push service is tried again
TRY_AGAIN_AFTER = 60  # seconds, where a push service does not say when
# With these a subscription has ended, or was never good: the browser makes another by itself.
ENDED = (400, 401, 403, 404, 410)
BEGUN = (Game.Status.CALLED, Game.Status.PLAYING)
KEPT_FOR = timedelta(days=1)
MOST_BROWSERS = 10  # of a person
TITLES = {
    NotificationKind.JOINED: _("%(name)s has joined. Your game is on."),
    NotificationKind.TURN: _("Your turn against %(name)s"),
    NotificationKind.FOUND: _("%(name)s wants to play. Come within 20 seconds."),
    NotificationKind.REMATCH: _("%(name)s asks you to play again"),
}
SUBSCRIBING = limits.register(_("notifications"), person=["10/minute"], address=["60/minute"])
# Threads of their own, so that a push service that never answers delays nothing else.
_threads = ThreadPoolExecutor(32, "push")
logger = logging.getLogger(__name__)
WrongSubscription = refusal("wrong_subscription", _("This browser cannot be called."), 400)


class Due(NamedTuple):
    game: Game
    player_id: int
    kind: NotificationKind


class Delivery(NamedTuple):
    notification_id: int
    browser: PushSubscription
    message: bytes


def subscribe(
    player: Player, session_key: str, keys: dict[str, str], kind: str, address: str
) -> None:
    # ``kind`` is what the player has just asked to be notified of, "" if it is as before.
    limits.count_visitor(SUBSCRIBING, player.pk, address)
    endpoint = keys.pop("endpoint") or None
    try:
        push.check(endpoint, **keys) if endpoint else None
    except ValueError:
        raise WrongSubscription from None
    values = {"player": player, "session_key": session_key, "language": get_language() or ""}
    with transaction.atomic():
        sql.lock_key(f"browser {endpoint or session_key}")
        browser_id = _store(session_key, {**values, **keys, "endpoint": endpoint})
        others = player.push_subscriptions.exclude(pk=browser_id).order_by("-pk")
        too_many = list(others.values_list("pk", flat=True)[MOST_BROWSERS - 1 :])
        player.push_subscriptions.filter(pk__in=too_many).delete()
        _note_wish(player, kind)


def state_of(player: Player | None, session_key: str, *, takes: bool) -> dict[str, Any]:
    # The endpoint is "" where open pages of the browser ask, and None where nothing does. ``takes``
    # says whether the page that asks shows notifications, which are handed over then.
    wish = NotificationPreference.objects.filter(player=player).first()
    browser = PushSubscription.objects.filter(player=player, session_key=session_key).first()
    return {
        "key": push.public_key(),
        "kinds": [kind.value for kind in wish.kinds] if wish else [],
        "endpoint": (browser.endpoint or "") if browser else None,
        "calls": _take(browser) if browser and takes else [],
    }


async def send_due_notifications() -> None:
    for delivery in await in_database(claim)():
        background.start(deliver(delivery))


def find_due() -> list[Due]:
    now = clock.now()
    lately = Q(touched_at__gt=now - NEWS_FOR, touched_at__lt=now - COME_WITHIN)
    asked = Q(x__notification_preference__isnull=False)
    asked |= Q(o__notification_preference__isnull=False)
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
        Due(each.game, each.player_id, NotificationKind.REMATCH)
        for each in invited
        if not is_online(each.player)
    ]
    ids = {due.player_id for due in wanted}
    wishes = NotificationPreference.objects.in_bulk(ids, field_name="player_id")
    return [
        due for due in wanted if due.player_id in wishes and due.kind in wishes[due.player_id].kinds
    ]


def claim() -> list[Delivery]:
    wanted = find_due()
    browsers = PushSubscription.objects.filter(player__in={due.player_id for due in wanted})
    games = {due.game.pk for due in wanted}
    rows = Notification.objects.filter(is_settled(), game__in=games)
    settled = set(rows.values_list("game_id", "browser_id"))
    return [
        delivery
        for browser in browsers
        for due in wanted
        if due.player_id == browser.player_id and (due.game.pk, browser.pk) not in settled
        if (delivery := _claim(due, browser))
    ]


async def deliver(delivery: Delivery) -> None:
    result = await asyncio.get_running_loop().run_in_executor(_threads, _send, delivery)
    if result.status // 100 == 2:
        await in_database(note_handed_over)([delivery.notification_id])
    elif result.status in ENDED:
        await in_database(_remove)(delivery.browser.pk)
    else:
        wait = result.retry_after or TRY_AGAIN_AFTER
        await in_database(try_again)(delivery.notification_id, wait)


def _send(delivery: Delivery) -> push.PushResult:
    to, endpoint = delivery.browser, delivery.browser.endpoint or ""
    try:
        push.check(endpoint, to.p256dh, to.auth)
        result = push.send(endpoint, push.seal(delivery.message, to.p256dh, to.auth))
    except ValueError:
        return push.PushResult(ENDED[-1], None)
    except (OSError, HTTPException) as error:
        logger.info("A push service cannot be reached: %s", type(error).__name__)
        return push.PushResult(0, None)
    if result.status >= ENDED[0]:
        logger.warning("A push service refused a message with status %s", result.status)
    return result


def note_handed_over(ids: list[int]) -> None:
    Notification.objects.filter(pk__in=ids).update(is_handed_over=True, at=clock.now())


def try_again(notification_id: int, after: float) -> None:
    wait = timedelta(seconds=min(max(after, LEAST_WAIT), NEWS_FOR.total_seconds()))
    Notification.objects.filter(pk=notification_id).update(at=clock.now() + wait)


def remove_old_notifications() -> int:
    return remove_some(Notification.objects.filter(at__lt=clock.now() - KEPT_FOR))


def _wanted_for(game: Game, mark: Mark, now: datetime) -> NotificationKind | None:
    if not game.is_between_people:
        return None
    if game.status == Game.Status.CALLED:
        return NotificationKind.FOUND if mark in game.awaited else None
    if mark is game.awaited_host:
        return NotificationKind.JOINED
    if mark in game.awaited:
        return NotificationKind.REMATCH if mark != game.asked_by else None
    last = max(game.touched_at, game.seen_at(mark) or game.touched_at)
    return NotificationKind.TURN if game.turn is mark and last < now - AWAY_AFTER else None


def _store(session_key: str, values: dict[str, Any]) -> int:
    is_same = Q(session_key=session_key)
    if values["endpoint"]:
        is_same |= Q(endpoint=values["endpoint"])
    before = list(PushSubscription.objects.filter(is_same).values_list("pk", flat=True))
    PushSubscription.objects.filter(pk__in=before[1:]).delete()
    if not before:
        return PushSubscription.objects.create(**values).pk
    PushSubscription.objects.filter(pk=before[0]).update(**values)
    return before[0]


def _note_wish(player: Player, kind: str) -> None:
    NotificationPreference.objects.get_or_create(player=player)
    if kind in NotificationKind:
        NotificationPreference.objects.filter(player=player).update(**{kind: True})


def _remove(browser_id: int) -> None:
    PushSubscription.objects.filter(pk=browser_id).delete()


def _claim(due: Due, browser: PushSubscription) -> Delivery | None:
    # Whoever has signed out of that browser, or left it, is not notified there.
    if players.id_in(SessionStore(browser.session_key)) != due.player_id:
        _remove(browser.pk)
        return None
    now, kind = clock.now(), due.kind
    until = now + (CLAIMED_FOR if browser.endpoint else TOLD_FOR)
    claimed, is_new = Notification.objects.get_or_create(
        game=due.game,
        browser=browser,
        defaults={"player_id": due.player_id, "kind": kind, "at": until},
    )
    is_ours = is_new or Notification.objects.filter(~is_settled(), pk=claimed.pk).update(
        kind=kind, at=until, is_handed_over=False
    )
    if not is_ours or not browser.endpoint:
        return None
    with override(browser.language):
        said = _message(due.game, due.player_id, kind)
    return Delivery(claimed.pk, browser, json.dumps(said).encode())


def _take(browser: PushSubscription) -> list[dict[str, Any]]:
    # An answer may be lost, and another page may have had it, so each is told for a while.
    now = clock.now()
    told = Q(is_handed_over=True, at__gt=now - TOLD_FOR)
    waiting = browser.notifications.filter(told | Q(is_handed_over=False, at__gt=now))
    found = list(waiting.select_related("game__x", "game__o"))
    note_handed_over([each.pk for each in found if not each.is_handed_over])
    return [_message(each.game, browser.player_id, NotificationKind(each.kind)) for each in found]


def _message(game: Game, player_id: int, kind: NotificationKind) -> dict[str, Any]:
    others = [each.name for each in (game.x, game.o) if each and each.pk != player_id]
    return {
        "title": gettext(TITLES[kind]) % {"name": "".join(others[:1])},
        "body": board_wording.board(game.variant),
        "tag": game.pk,
        "data": {"address": game.get_absolute_url()},
    }
