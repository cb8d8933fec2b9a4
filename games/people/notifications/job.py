"""Calls people every few seconds; each message is a task of its own, for which nobody waits."""

from __future__ import annotations

import logging
from http import HTTPStatus

from games.bus import background
from games.bus.db_queue import in_database
from games.people.notifications import services
from games.people.notifications.addresses import WrongAddress
from games.people.notifications.services import Delivery

CALL_EVERY = 3  # seconds
# With these a subscription has ended, or was never good: the browser makes another by itself.
ENDED = (400, 401, 403, 404, 410)
TRY_AGAIN_AFTER = 60  # seconds, where a push service does not say when
logger = logging.getLogger(__name__)


async def call_people() -> None:
    for delivery in await in_database(services.claim)():
        background.start(deliver(delivery))


async def deliver(delivery: Delivery) -> None:
    from games.people.notifications import push

    to = delivery.browser
    try:
        sealed = push.seal(delivery.message, to.p256dh, to.auth)
        answer = await push.send(to.endpoint or "", sealed)
    except WrongAddress:
        await in_database(services.remove)(to.pk)
        return
    except (OSError, ValueError) as error:
        logger.info("A push service cannot be reached: %s", type(error).__name__)
        answer = push.Answer(0, None)
    if HTTPStatus(200) <= answer.status < HTTPStatus(300):
        await in_database(services.note_handed_over)([delivery.call_id])
    elif answer.status in ENDED:
        await in_database(services.remove)(to.pk)
    else:
        await in_database(services.try_again)(
            delivery.call_id, answer.retry_after or TRY_AGAIN_AFTER
        )
    if answer.status >= HTTPStatus.BAD_REQUEST:
        logger.warning("A push service refused a call with status %s", answer.status)
