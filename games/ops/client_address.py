from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def client_address(source: HttpRequest | Mapping[str, Any]) -> str:
    address = parse(_of_request(source) if isinstance(source, HttpRequest) else of_scope(source))
    return str(address) if address else ""


def of_scope(scope: Mapping[str, Any]) -> str:
    return str((scope.get("client") or ("",))[0] or "")


def before_proxies(peer: str, forwarded: str) -> str:
    # Each proxy appends the address that it saw to X-Forwarded-For. So the list is read from its
    # end, past trusted proxies: the client may have made up everything before the first other
    # address.
    address = peer
    for entry in reversed(forwarded.split(",")):
        earlier = parse(entry)
        if not earlier or not is_trusted_proxy(address):
            break
        address = str(earlier)
    return address


def is_trusted_proxy(address: str) -> bool:
    ip = parse(address)
    return ip is not None and any(ip in network for network in settings.TRUSTED_PROXIES)


def parse(text: str) -> IPv4Address | IPv6Address | None:
    """Read an IP address, with or without a port or a zone; None if the text is not one."""
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
    """Return an IPv4 address, or the /64 network of an IPv6 address: a customer has all of it."""
    ip = parse(address)
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((int(ip) >> 64 << 64, 64)))
    return str(ip or address)


def _of_request(request: HttpRequest) -> str:
    return request.META.get("REMOTE_ADDR") or ""
