"""How often one may do what makes work for others: counted per person and per address."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from functools import cache

from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

from games.services.errors import TooFast, TooMany

GAMES = "new games"
JOINS = "joining"
REMATCHES = "rematches"
HINTS = "hints"
MESSAGES = "messages"  # posted; a socket counts its own

PER_PERSON = {
    GAMES: [parse("10/minute"), parse("200/day")],
    JOINS: [parse("20/minute")],
    REMATCHES: [parse("6/minute")],
    HINTS: [parse("20/minute")],
}
PER_ADDRESS = {GAMES: [parse("60/minute")]}
PACE = parse("40/10 second")
# Whoever sits at the server itself; or a proxy that does not say for whom it asks.
LOOPBACK = {"127.0.0.1", "::1", ""}


def count_person(what: str, player_id: int) -> None:
    """Count one more of ``what`` for a player.

    :raises TooMany: if that is too often; it says how long to wait, and is not counted.
    """
    _count(what, PER_PERSON[what], f"player {player_id}")


def check_person(what: str, player_id: int) -> None:
    """Make sure that a player may do one more of ``what``, and count nothing.

    :raises TooMany: if that would be too often.
    """
    _check(what, PER_PERSON[what], f"player {player_id}")


def count_address(what: str, address: str) -> None:
    """Count one more of ``what`` for an address on the network.

    :raises TooMany: if that is too often.
    """
    if address not in LOOPBACK:
        _count(what, PER_ADDRESS[what], f"address {address}")


def count_message(who: str) -> None:
    """Count one more message of somebody who has no socket.

    :raises TooFast: if that is faster than anyone plays.
    """
    if not _limiter().hit(PACE, MESSAGES, who):
        raise TooFast(_wait(PACE, MESSAGES, who))


def _count(what: str, items: list[RateLimitItem], who: str) -> None:
    _check(what, items, who)
    for item in items:
        _limiter().hit(item, what, who)


def _check(what: str, items: list[RateLimitItem], who: str) -> None:
    for item in items:
        if not _limiter().test(item, what, who):
            raise TooMany(what, _wait(item, what, who))


def _wait(item: RateLimitItem, what: str, who: str) -> timedelta:
    reset_at = _limiter().get_window_stats(item, what, who).reset_time
    return timedelta(seconds=reset_at - time.time())


@cache
def _limiter() -> MovingWindowRateLimiter:
    """Several processes count together where they have Redis in common."""
    url = os.environ.get("REDIS_URL")
    return MovingWindowRateLimiter(storage_from_string(url or "memory://"))


def forget() -> None:
    """Count anew, for everybody."""
    _limiter().storage.reset()
