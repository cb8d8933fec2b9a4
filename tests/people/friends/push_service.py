"""A push service on this machine, and a browser that opens what it is sent."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.people.friends.push import decode, encode


def derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)


class Browser:
    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen bytes ok"
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.public = point

    def form(self, endpoint: str) -> dict[str, str]:
        keys = {"p256dh": encode(self.public), "auth": encode(self.secret)}
        return {"endpoint": endpoint, **keys}

    def open(self, body: bytes):
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.private.exchange(ec.ECDH(), point)
        key = derive(self.secret, shared, b"WebPush: info\0" + self.public + theirs, 32)
        content_key = derive(salt, key, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, key, b"Content-Encoding: nonce\0", 12)
        opened = AESGCM(content_key).decrypt(nonce, sealed, None)
        assert opened.endswith(b"\x02")
        return json.loads(opened[:-1])


def claims_of(authorization: str) -> dict[str, Any]:
    scheme, token, key = authorization.replace(",", "").split()
    assert (scheme, token[:2], key[:2]) == ("vapid", "t=", "k=")
    signed, _, signature = token[2:].rpartition(".")
    raw = decode(signature)
    halves = (int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key[2:]))
    public.verify(encode_dss_signature(*halves), signed.encode(), ec.ECDSA(SHA256()))
    return json.loads(decode(signed.split(".")[1]))


class PushService:
    def __init__(self, status: int | None, retry_after: str | None) -> None:
        self.status, self.retry_after = status, retry_after
        self.address = ""
        self.received: asyncio.Queue[tuple[dict[str, str], bytes]] = asyncio.Queue()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        body = await reader.readexactly(int(headers["Content-Length"]))
        await self.received.put((headers, body))
        if self.status:
            after = f"retry-after: {self.retry_after}\r\n" if self.retry_after else ""
            writer.write(f"HTTP/1.1 {self.status} Whatever\r\n{after}\r\n".encode())
        else:
            await reader.read()  # until the sender has had enough
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def push_service(
    status: int | None = 201, retry_after: str | None = None
) -> AsyncIterator[PushService]:
    service = PushService(status, retry_after)
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    service.address = f"http://127.0.0.1:{port}/send/abc"
    async with server:
        yield service
