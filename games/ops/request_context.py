from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import get_random_string

from games.ops.client_address import client_address

# Of references to errors, by which an operator finds a visitor's error in the log; no look-alikes.
REFERENCE_ALPHABET = "234679ACDEFGHJKMNPQRTUVWXY"
HEADER = "X-Request-ID"
SANE = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestContext(NamedTuple):
    request_id: str = ""
    address: str = ""


NO_REQUEST = RequestContext()
current_request: ContextVar[RequestContext] = ContextVar("request_context", default=NO_REQUEST)


def begin(source: HttpRequest | Mapping[str, Any]) -> str:
    given = _given_id(source)
    request_id = given if SANE.fullmatch(given) else secrets.token_hex(8)
    current_request.set(
        RequestContext(request_id, client_address(source) if settings.LOG_ADDRESSES else "")
    )
    return request_id


def detach() -> None:
    current_request.set(NO_REQUEST)


def new_reference() -> str:
    return get_random_string(4, REFERENCE_ALPHABET)


def _given_id(source: HttpRequest | Mapping[str, Any]) -> str:
    if isinstance(source, HttpRequest):
        return source.headers.get(HEADER, "")
    headers: dict[bytes, bytes] = dict(source.get("headers", ()))
    return headers.get(HEADER.lower().encode(), b"").decode("latin-1")
