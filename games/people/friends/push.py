"""Web Push: seals a message for a browser (RFC 8291), signs it (RFC 8292), and hands it over."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import ssl
import time
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

TIMEOUT = 5  # seconds for all of it
SHORT_TIMEOUT = 1  # second, for which a registration waits for a name
KEPT_FOR = 600  # seconds that a push service may keep a message for a browser that is off
SIGNED_FOR = 12 * 60 * 60  # seconds
RECORD_SIZE = 4096  # bytes; a message is one record
CURVE = ec.SECP256R1()
LONGEST = 1000  # characters of an address
MOST_HEADERS = 100  # of an answer that are read

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

Address = IPv4Address | IPv6Address
# Threads of their own, so that names that never answer delay nothing else.
_lookups = ThreadPoolExecutor(2, "push-names")


class WrongAddress(ValueError):
    """A push service that is none: not https, or not on the public network."""


class Answer(NamedTuple):
    status: int  # 0 if it says nothing that is HTTP
    retry_after: float | None  # seconds, if it says so


def public_key() -> str:
    return encode(_bytes_of(_private_key().public_key()))


def check(endpoint: str, p256dh: str, auth: str) -> None:
    """Make sure that messages can be sealed and sent so, as far as that shows in a moment.

    :raises ValueError: if not.
    """
    url = _parts(endpoint)
    seal(b"", p256dh, auth)
    if any(encode(decode(key)) != key for key in (p256dh, auth)):
        raise ValueError("A key has signs that mean nothing.")
    lookup = _lookups.submit(_resolve, url.hostname or "")
    try:
        lookup.result(SHORT_TIMEOUT)
    except OSError:
        lookup.cancel()


async def send(endpoint: str, sealed: bytes) -> Answer:
    """Hand a sealed message to a push service, at the very address that was checked.

    :raises WrongAddress, OSError, ValueError: if there is none, or no answer within ``TIMEOUT``.
    """
    url = _parts(endpoint)
    host, is_secure = url.hostname or "", url.scheme == "https"
    port = url.port or (443 if is_secure else 80)
    async with asyncio.timeout(TIMEOUT):
        address = await asyncio.get_running_loop().run_in_executor(_lookups, _resolve, host)
        options = {"ssl": _tls(), "server_hostname": host} if is_secure else {}
        reader, writer = await asyncio.open_connection(address, port, **options)  # type: ignore[arg-type]
        try:
            writer.write(_request(url, sealed))
            return await _read_answer(reader)
        finally:
            writer.close()


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


def _resolve(host: str) -> str:
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    addresses = [ip_address(each[4][0]) for each in found]
    if not all(is_public(each) or _is_this_machine(each) for each in addresses):
        raise WrongAddress
    return str(addresses[0])


def _is_this_machine(address: Address) -> bool:
    inner = getattr(address, "ipv4_mapped", None) or address
    return bool(settings.PUSH_MAY_REACH_THIS_MACHINE and inner.is_loopback)


async def _read_answer(reader: asyncio.StreamReader) -> Answer:
    start, retry_after = await reader.readline(), None
    for _ in range(MOST_HEADERS):
        name, _, value = (await reader.readline()).decode("latin-1").partition(":")
        if not name.strip():
            break
        if name.lower() == "retry-after":
            retry_after = _seconds(value.strip())
    return Answer(int(start[9:12]) if start.startswith(b"HTTP/1.") else 0, retry_after)


def _seconds(text: str) -> float | None:
    if text.isdecimal():
        return float(text[:9])
    try:
        return parsedate_to_datetime(text).timestamp() - time.time()
    except ValueError:
        return None


def seal(message: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt a message for the browser with these keys.

    :raises ValueError: if they are none.
    """
    theirs, secret = decode(p256dh), decode(auth)
    if len(secret) != 16:
        raise ValueError("The secret has 16 bytes.")
    private = ec.generate_private_key(CURVE)
    ours = _bytes_of(private.public_key())
    shared = private.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    )
    key = _derive(secret, shared, b"WebPush: info\0" + theirs + ours, 32)
    salt = os.urandom(16)
    content_key = _derive(salt, key, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, key, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4) + len(ours).to_bytes(1) + ours
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _parts(endpoint: str) -> SplitResult:
    url = urlsplit(endpoint)
    is_plain = (
        len(endpoint) <= LONGEST
        and endpoint.isascii()
        and endpoint.isprintable()
        and " " not in endpoint
    )
    allowed = url.scheme == "https" and url.port in (None, 443)
    if not (is_plain and url.hostname and "@" not in url.netloc):
        raise WrongAddress
    if not allowed and not settings.PUSH_MAY_REACH_THIS_MACHINE:
        raise WrongAddress
    return url


def _request(url: SplitResult, sealed: bytes) -> bytes:
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {url.netloc}",
        f"Authorization: vapid t={_token(f'{url.scheme}://{url.netloc}')}, k={public_key()}",
        "Content-Encoding: aes128gcm",
        "Content-Type: application/octet-stream",
        f"Content-Length: {len(sealed)}",
        f"TTL: {KEPT_FOR}",
        "Urgency: high",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + sealed


def _token(audience: str) -> str:
    site = settings.ALLOWED_HOSTS[0].lstrip(".")
    claims = {"aud": audience, "exp": int(time.time()) + SIGNED_FOR, "sub": f"https://{site}"}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(encode(json.dumps(part).encode()) for part in parts)
    r, s = decode_dss_signature(_private_key().sign(signed.encode(), ec.ECDSA(SHA256())))
    return f"{signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}"


@cache
def _private_key() -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(b64decode(settings.PUSH_KEY)), CURVE)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _bytes_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)
