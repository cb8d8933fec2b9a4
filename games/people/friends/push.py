"""Web Push: seals a message for a browser (RFC 8291), signs it (RFC 8292), and hands it over."""

from __future__ import annotations

import json
import os
import re
import ssl
import time
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from contextlib import closing
from email.utils import parsedate_to_datetime
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

TIMEOUT = 5  # seconds
KEPT_FOR = 600  # seconds that a push service may keep a message for a browser that is off
SIGNED_FOR = 12 * 60 * 60  # seconds
RECORD_SIZE = 4096  # bytes; a message is one record
CURVE = ec.SECP256R1()
PATH = r"/[!-~]{0,900}"


class PushResult(NamedTuple):
    status: int  # 0 if nothing that is HTTP was answered
    retry_after: float | None  # seconds, if it says so


def public_key() -> str:
    return encode(_bytes_of(_private_key().public_key()))


def check(endpoint: str, p256dh: str, auth: str) -> None:
    if not re.fullmatch(f"(?:{settings.PUSH_SERVICES}){PATH}", endpoint):
        raise ValueError("No push service that we know has this address.")
    seal(b"", p256dh, auth)
    if any(encode(decode(key)) != key for key in (p256dh, auth)):
        raise ValueError("A key has signs that mean nothing.")


def send(endpoint: str, sealed: bytes) -> PushResult:
    url = urlsplit(endpoint)
    headers = {
        "Authorization": f"vapid t={_token(f'{url.scheme}://{url.netloc}')}, k={public_key()}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_FOR),
        "Urgency": "high",
    }
    target = url._replace(scheme="", netloc="", fragment="").geturl()
    with closing(_connection(url.scheme, url.netloc)) as connection:
        connection.request("POST", target, sealed, headers)
        answer = connection.getresponse()
        return PushResult(answer.status, _seconds(answer.headers["Retry-After"] or ""))


def seal(message: bytes, p256dh: str, auth: str) -> bytes:
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


def _connection(scheme: str, host: str) -> HTTPConnection:
    if scheme == "http":  # in tests
        return HTTPConnection(host, timeout=TIMEOUT)
    return HTTPSConnection(host, timeout=TIMEOUT, context=_tls())


def _seconds(text: str) -> float | None:
    if text.isdecimal():
        return float(text[:9])
    try:
        return parsedate_to_datetime(text).timestamp() - time.time()
    except ValueError:
        return None


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
