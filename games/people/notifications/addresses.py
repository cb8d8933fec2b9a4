"""Public addresses of push services."""

from __future__ import annotations

import asyncio
import socket
import time
from concurrent.futures import Future
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from queue import Full, Queue
from threading import Thread

from django.conf import settings

THREADS = 2
MOST_WAITING = 8  # lookups; more are refused
TIMEOUT = 2.5  # seconds, half of what a message may take
SHORT_TIMEOUT = 1  # second, for which a registration waits
FRESH_FOR = 300  # seconds; an older address is used as well while its name does not answer
MOST_KEPT = 100  # names

Address = IPv4Address | IPv6Address
Lookup = Future[list[Address]]

# What some versions of Python take for global.
NOT_PUBLIC_4 = [IPv4Network(each) for each in ("192.0.0.0/24", "192.88.99.0/24", "224.0.0.0/3")]
# All public addresses of today are in the first of these networks. The others are parts of it for
# protocols, such as Teredo, for examples, and for 6to4.
GLOBAL_UNICAST = IPv6Network("2000::/3")
NOT_PUBLIC_6 = [
    IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
]
NAT64 = IPv6Network("64:ff9b::/96")  # by which a network without IPv4 reaches all of that
ISATAP = (0x5EFE, 0x0200_5EFE)  # the four bytes before an IPv4 address

_found: dict[str, tuple[float, Address]] = {}  # with when, by name
_waiting: Queue[tuple[Lookup, str]] = Queue(MOST_WAITING)


class WrongAddress(Exception):
    """A push service that is none: not https, or not on the public network."""


def is_public(address: Address) -> bool:
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in each for each in NOT_PUBLIC_4)
    inner = IPv4Address(int(address) & 0xFFFF_FFFF)
    if address.ipv4_mapped or address in NAT64:
        return is_public(inner)
    if int(address) >> 32 & 0xFFFF_FFFF in ISATAP and not is_public(inner):
        return False
    is_unicast = address.is_global and address in GLOBAL_UNICAST
    return is_unicast and not any(address in each for each in NOT_PUBLIC_6)


def check(host: str) -> None:
    """Make sure that a name leads to no private address, as far as that shows in a moment.

    :raises WrongAddress: if it does.
    """
    lookup = _look_up(host)
    try:
        _check_all(lookup.result(SHORT_TIMEOUT))
    except OSError:
        lookup.cancel()


async def find(host: str) -> str:
    """Return an address of a host, none of whose addresses is private.

    :raises WrongAddress, OSError, ValueError: if there is none, or no answer within ``TIMEOUT``.
    """
    if host not in _found or time.monotonic() - _found[host][0] > FRESH_FOR:
        try:
            found = await asyncio.wait_for(asyncio.wrap_future(_look_up(host)), TIMEOUT)
        except OSError:
            if host not in _found:
                raise
        else:
            _check_all(found)
            _keep(host, found[0])
    return str(_found[host][1])


def _check_all(addresses: list[Address]) -> None:
    for address in addresses:
        inner = getattr(address, "ipv4_mapped", None) or address
        may_be_local = settings.PUSH_MAY_REACH_THIS_MACHINE and inner.is_loopback
        if not may_be_local and not is_public(address):
            raise WrongAddress


def _keep(host: str, address: Address) -> None:
    _found.pop(host, None)
    _found[host] = time.monotonic(), address
    if len(_found) > MOST_KEPT:
        del _found[next(iter(_found))]


def _look_up(host: str) -> Lookup:
    _start_threads()
    lookup: Lookup = Future()
    try:
        _waiting.put_nowait((lookup, host))
    except Full:
        lookup.set_exception(OSError("Too many names are being looked up."))
    return lookup


@cache
def _start_threads() -> None:
    for _ in range(THREADS):
        Thread(target=_carry_out_lookups, name="push-names", daemon=True).start()


def _carry_out_lookups() -> None:
    while True:
        lookup, host = _waiting.get()
        if not lookup.set_running_or_notify_cancel():
            continue
        try:
            found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
            lookup.set_result([ip_address(each[4][0]) for each in found])
        except Exception as error:
            lookup.set_exception(error)
