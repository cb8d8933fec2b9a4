"""The language in which a socket is answered."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def of_socket(scope: dict[str, Any]) -> str:
    """Return the language that a page would have which is asked for with the same headers."""
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    headers = dict(scope.get("headers", ()))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return get_language_from_request(request)
