"""The network addresses of clients, for limits that count per address."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def client_address(source: HttpRequest | Mapping[str, Any]) -> str:
    """Return the IP address of the client of an HTTP request or of an ASGI scope.

    Where a trusted proxy stands in front of the server, what it says of the client has been put
    into the scope before, see ``tictactoe_site.proxies``. The result is empty if the address is
    unknown.
    """
    address = parse(_of_request(source) if isinstance(source, HttpRequest) else of_scope(source))
    return str(address) if address else ""


def of_scope(scope: Mapping[str, Any]) -> str:
    """Return what an ASGI scope calls its client, empty if it names none."""
    return str((scope.get("client") or ("",))[0] or "")


def before_proxies(peer: str, forwarded: str) -> str:
    """Return the address of the client for which trusted proxies speak.

    Each proxy adds the address that it saw to the end of X-Forwarded-For. So one goes through it
    from its end for as long as the address found is that of a trusted proxy: whatever stands
    before the first that is not, the client may have made up.
    """
    address = peer
    for entry in reversed(forwarded.split(",")):
        earlier = parse(entry)
        if not earlier or not is_trusted_proxy(address):
            break
        address = str(earlier)
    return address


def is_trusted_proxy(address: str) -> bool:
    """Say if this is the address of a proxy that TRUSTED_PROXIES names."""
    ip = parse(address)
    return ip is not None and any(ip in network for network in settings.TRUSTED_PROXIES)


def parse(text: str) -> IPv4Address | IPv6Address | None:
    """Read an IP address with or without a port or a zone, None if the text is none.

    An IPv4 address in IPv6 form becomes the IPv4 address.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def network(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 network of an IPv6 address.

    A provider gives such a network to each customer, who can use any address in it. A text that is
    no address is returned as it is.
    """
    ip = parse(address)
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((int(ip) >> 64 << 64, 64)))
    return str(ip or address)


def _of_request(request: HttpRequest) -> str:
    return request.META.get("REMOTE_ADDR") or ""
