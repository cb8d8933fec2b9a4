from __future__ import annotations

from functools import cache

from django.conf import settings
from django.utils.crypto import salted_hmac

LENGTH = 8


def ending() -> str:
    return _of_secret(settings.SECRET_KEY)


def former_endings() -> list[str]:
    """The oldest first: nothing, and then by former secrets."""
    return ["", *map(_of_secret, reversed(settings.SECRET_KEY_FALLBACKS))]


@cache
def _of_secret(secret: str) -> str:
    digest = salted_hmac(__name__, "", secret=secret, algorithm="sha256")
    return f"_{digest.hexdigest()[:LENGTH]}"
