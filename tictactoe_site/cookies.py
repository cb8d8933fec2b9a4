"""Gives the cookies of the site names of their own, unlike those of its neighbours on a machine."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.web import cookie_names
from games.web.sessions import HAS_FORMER_NAME

SESSION = b"session"
LONG_AGO = b"01 Jan 1970"  # when a cookie expires that is to be removed

Header = tuple[bytes, bytes]


class Sent(NamedTuple):
    cookies: dict[bytes, bytes]
    former: dict[bytes, list[bytes]]
    has_own_session: bool


class SiteCookies:
    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        sent = _read(scope["headers"])

        async def send_renamed(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _renamed(message.get("headers", ()), sent)}
            await send(message)

        await self.application(_inside(scope, sent), receive, send_renamed)


def _read(headers: list[Header]) -> Sent:
    lines = [value for name, value in headers if name.lower() == b"cookie"]
    pairs = [pair.strip().partition(b"=") for line in lines for pair in line.split(b";")]
    sent = {name: value for name, _, value in pairs if name}
    cookies: dict[bytes, bytes] = {}
    former: dict[bytes, list[bytes]] = {}
    for end in map(str.encode, cookie_names.former_endings()):
        found = _ending_with(end, sent)
        cookies |= found
        for name in found:
            former.setdefault(name, []).append(name + end)
    own = _ending_with(cookie_names.ending().encode(), sent)
    return Sent(cookies | own, former, SESSION in own)


def _ending_with(end: bytes, sent: dict[bytes, bytes]) -> dict[bytes, bytes]:
    return {name.removesuffix(end): value for name, value in sent.items() if name.endswith(end)}


def _inside(scope: Any, sent: Sent) -> Any:
    headers = [header for header in scope["headers"] if header[0].lower() != b"cookie"]
    if sent.cookies:
        line = b"; ".join(name + b"=" + value for name, value in sent.cookies.items())
        headers.append((b"cookie", line))
    has_former_name = SESSION in sent.cookies and not sent.has_own_session
    return {**scope, "headers": headers, HAS_FORMER_NAME: has_former_name}


def _renamed(headers: Any, sent: Sent) -> list[Header]:
    renamed = []
    for header, value in headers:
        if header.lower() == b"set-cookie":
            name, _, rest = value.partition(b"=")
            names = [name + cookie_names.ending().encode()]
            names += sent.former.get(name, []) if LONG_AGO in rest else []
            renamed += [(header, name + b"=" + rest) for name in names]
        else:
            renamed.append((header, value))
    return renamed
