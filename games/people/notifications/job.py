"""Calls people every few seconds; each message is a task of its own, for which nobody waits."""

from __future__ import annotations

import logging

from games.bus import background, presence
from games.bus.db_queue import in_database
from games.people.met import here
from games.people.notifications import services
from games.people.notifications.addresses import WrongAddress
from games.people.notifications.services import Delivery, Due
from games.protocol import Status

CALL_EVERY = 3  # seconds
GONE = (404, 410)  # the browser has unsubscribed, or its subscription has ended
REFUSED_FROM = 400
logger = logging.getLogger(__name__)


async def call_people() -> None:
    """Call who is wanted in a game and has no page of it before them."""
    wanted = [due for due in await in_database(services.find_due)() if not _is_there(due)]
    for delivery in await in_database(services.claim)(wanted) if wanted else ():
        background.start(deliver(delivery))


async def deliver(delivery: Delivery) -> None:
    """Hand a call to a push service, and forget a browser that this does not know any more."""
    from games.people.notifications import push

    to = delivery.subscription
    try:
        sealed = push.seal(delivery.message, to.p256dh, to.auth)
        status = await push.send(to.endpoint, sealed)
    except (WrongAddress, OSError, ValueError) as error:
        logger.info("A push service cannot be reached: %s", type(error).__name__)
        return
    if status in GONE:
        await in_database(services.remove)(to.endpoint)
    elif status >= REFUSED_FROM or not status:
        logger.warning("A push service refused a call with status %s", status)


def _is_there(due: Due) -> bool:
    if due.game.status == Status.WAITING:
        return here.is_here(due.player_id)
    people = presence.combined_summary(due.game.pk)["people"]
    return people.get(str(due.player_id)) == presence.Presence.HERE
