"""Refused requests are not counted: a client that waits as long as the refusal says can go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from limits import RateLimitItem, parse

from games.ops import client_address, metrics
from games.play import limiters
from games.play.errors import RateLimited
from games.play.limiters import Count

PER_PERSON: dict[str, list[RateLimitItem]] = {}
PER_ADDRESS: dict[str, list[RateLimitItem]] = {}  # a school or a company may be behind one


def register(what: str, *, person: Sequence[str] = (), address: Sequence[str] = ()) -> str:
    # ``what`` is in the refusal: "That is a lot of new games."
    PER_PERSON[what] = [parse(each) for each in person]
    PER_ADDRESS[what] = [parse(each) for each in address]
    return what


GAMES = register(_("new games"), person=["10/minute", "200/day"], address=["60/minute", "5000/day"])
JOINS = register(_("joining"), person=["20/minute"], address=["120/minute"])
REPORTS = register(_("blocks and reports"), person=["10/minute", "50/day"], address=["60/minute"])
REMATCHES = register(_("rematches"), person=["6/minute"])
HINTS = register(_("hints"), person=["20/minute"])
NAMES = register(_("new names"), person=["10/minute", "100/day"], address=["60/minute"])
LOOKS = register(_("new faces"), person=["40/minute"], address=["400/minute"])
DEVICES = register(_("links to other devices"), person=["10/minute"], address=["60/minute"])
NEWCOMERS = register(_("new players"), address=["60/minute", "3000/day"])
ANSWERS = register(_("answers"), person=["40/minute"], address=["400/minute"])
EXPORTS = register(_("exports"), person=["5/10 minute"], address=["30/10 minute"])
CONNECTIONS = register(_("connections"), person=["60/minute"], address=["600/minute"])
# Pictures that have to be drawn, reviews that have to be made, searches without a kept result.
PICTURES = register(_("pictures"), address=["30/minute", "600/day"])
REVIEWS = register(_("reviews"), address=["60/minute", "1000/day"])
SEARCHES = register(_("searches"), address=["240/minute"])
PER_USER = {EXPORTS: [parse("10/10 minute")]}  # of a member of staff
LOGINS = _("wrong passwords")
MESSAGES = _("messages")
REFUSED_MESSAGES = "refused messages"
# Wrong passwords and codes. They are aimed at a name, and count for it first: what a browser tries
# that was signed in to it before, what others try at one address, and what others try anywhere,
# which is high, since it lets a stranger lock that name out for some minutes. A class of forty who
# mistype five times each stays below the limit of their address.
GUESSES_OF_BROWSER = GUESSES_AT_ADDRESS = parse("10/10 minute")
GUESSES_OF_NAME, GUESSES_OF_ADDRESS = parse("100/10 minute"), parse("300/10 minute")
# Of messages: as many are answered, and as many more are refused before a socket is closed.
PACE, PACE_OF_ADDRESS = parse("40/10 second"), parse("400/10 second")
# These are counted in the memory of each process, because they are counted on the event loop or in
# the database's thread, where nothing may wait for Redis.
OF_PROCESS = {MESSAGES, REFUSED_MESSAGES, CONNECTIONS, REMATCHES, HINTS}
# The server's own machine, or a proxy that does not name its client. These have no limit
# but that of wrong passwords.
LOOPBACK = {"127.0.0.1", "::1", ""}

SHORTEST_WAIT = timedelta(milliseconds=1)  # for a limit that is free again at this moment


def count(
    what: str,
    *,
    player_id: int | None = None,
    address: str | None = None,
    username: str | None = None,
) -> None:
    if wait := _count(_counts(what, player_id, address, username)):
        raise _too_many(what, wait)


def check(what: str, *, player_id: int | None = None, address: str | None = None) -> None:
    if wait := _wait(_counts(what, player_id, address, None)):
        raise _too_many(what, wait)


def count_visitor(what: str, player_id: int, address: str | None) -> None:
    # Without an ``address``, staff or a command act and not a visitor, so nothing is counted.
    if address is not None:
        count(what, player_id=player_id, address=address)


def count_on_commit(what: str, player_id: int) -> None:
    # Work that is rolled back and repeated then counts once.
    check(what, player_id=player_id)

    def count_now() -> None:
        # Another call in the same transaction may have reached the limit.
        with suppress(RateLimited):
            count(what, player_id=player_id)

    # Robust: a failure to count must not fail a change that has been stored.
    transaction.on_commit(count_now, robust=True)


def count_message(player_id: int | None, address: str, socket: str = "") -> None:
    # Over all sockets and posts. A client without a player is counted by socket, and by address
    # with a higher limit, because many people may share an address.
    if player_id is not None:
        counted = [(PACE, player_key(player_id))]
    else:
        counted = [(PACE, f"socket {socket or address}")]
        if address not in LOOPBACK:
            counted.append((PACE_OF_ADDRESS, address_key(address)))
    if wait := _count([_one(limit, MESSAGES, who) for limit, who in counted]):
        refusal = RateLimited(gettext("That was too fast. Please wait %(wait)s."), wait, "too_fast")
        refused = [_one(limit, REFUSED_MESSAGES, who) for limit, who in counted]
        refusal.is_flood = _count(refused) is not None
        raise refusal


def count_guess(name: str, address: str, browser: str | None) -> Callable[[], None]:
    """Count a guess before it is tried; return what gives it back if it was right."""
    # ``browser`` was signed in to that name before: nobody else can use up what it may try.
    of_name, of_address = f"user {name}", address_key(address)
    if browser:
        found = [(GUESSES_OF_BROWSER, f"{of_name} in {browser}")]
    else:
        found = [
            (GUESSES_AT_ADDRESS, f"{of_name} at {of_address}"),
            (GUESSES_OF_NAME, of_name),
            (GUESSES_OF_ADDRESS, of_address),
        ]
    counts = [_one(limit, LOGINS, who) for limit, who in found]
    if wait := _count(counts):
        raise _too_many(LOGINS, wait)
    return partial(_give_back, counts)


def _too_many(what: str, wait: timedelta) -> RateLimited:
    sentence = gettext("That is a lot of %(what)s. Please wait %(wait)s.")
    return RateLimited(sentence, wait, what=gettext(what))


def player_key(player_id: int) -> str:
    return f"player {player_id}"


def address_key(address: str) -> str:
    return f"address {client_address.network(address)}"


def _counts(
    what: str, player_id: int | None, address: str | None, username: str | None
) -> list[Count]:
    found: list[tuple[RateLimitItem, str]] = []
    if player_id is not None:
        found += [(limit, player_key(player_id)) for limit in PER_PERSON.get(what, ())]
    if address is not None and address not in LOOPBACK:
        found += [(limit, address_key(address)) for limit in PER_ADDRESS.get(what, ())]
    if username is not None:
        found += [(limit, f"user {username}") for limit in PER_USER.get(what, ())]
    return [_one(limit, what, who) for limit, who in found]


def _one(limit: RateLimitItem, what: str, who: str) -> Count:
    return Count(limit, what, who, is_shared=what not in OF_PROCESS)


def _count(counts: list[Count]) -> timedelta | None:
    # A single limit needs no check first: a hit is only counted if there is room.
    if len(counts) > 1 and (wait := _wait(counts)):
        return wait
    # Another thread may have reached a limit since the check.
    if all(limiters.hit(each) for each in counts):
        return None
    return _wait(counts) or _reached(counts, 0)


def _give_back(counts: list[Count]) -> None:
    for each in counts:
        limiters.give_back(each)


def _wait(counts: list[Count]) -> timedelta | None:
    waits = [reset_at - time.time() for reset_at, left in map(limiters.stats, counts) if left < 1]
    return _reached(counts, max(waits)) if waits else None


def _reached(counts: list[Count], seconds: float) -> timedelta:
    metrics.LIMITS_HIT.labels(counts[0].what).inc()
    return max(SHORTEST_WAIT, timedelta(seconds=seconds))
