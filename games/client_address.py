"""The network addresses of clients, for limits that count per address."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def client_address(source: HttpRequest | Mapping[str, Any]) -> str:
    """Return the IP address of the client of an HTTP request or of an ASGI scope.

    In production a proxy stands in front of the server, and the last entry of X-Forwarded-For is
    the address that this proxy saw; the entries before it are whatever the client claims.
    Elsewhere the header is ignored, for anybody can send it. A port is cut off. The result is
    empty if the address is unknown.
    """
    seen = _of_request(source) if isinstance(source, HttpRequest) else _of_scope(source)
    peer, forwarded = seen
    nearest = forwarded.rpartition(",")[2] if settings.PRODUCTION else ""
    address = parse(nearest) or parse(peer)
    return str(address) if address else ""


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


def _of_request(request: HttpRequest) -> tuple[str, str]:
    """Return the peer's address and the X-Forwarded-For header."""
    return request.META.get("REMOTE_ADDR") or "", request.META.get("HTTP_X_FORWARDED_FOR", "")


def _of_scope(scope: Mapping[str, Any]) -> tuple[str, str]:
    """Return the peer's address and the X-Forwarded-For header, which may come in several parts."""
    headers = [value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    peer = scope.get("client") or ("",)
    return str(peer[0] or ""), b",".join(headers).decode("latin1")
