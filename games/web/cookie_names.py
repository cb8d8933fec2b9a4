"""The names by which browsers know the cookies of this site.

Browsers send the cookies of a host to each of its ports, so two sites on one machine have to name
theirs differently. Inside the program a cookie is called ``session``, and outside ``session_`` with
a digest of the site's secret, by which all processes of a site agree; see
``tictactoe_site.cookies``, which translates.
"""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.utils.crypto import salted_hmac

LENGTH = 8


def ending() -> str:
    """Return what the names of this site's cookies end with."""
    return _of_secret(settings.SECRET_KEY)


def former_endings() -> list[str]:
    """Return what they ended with, the oldest first: nothing, and then by former secrets."""
    return ["", *map(_of_secret, reversed(settings.SECRET_KEY_FALLBACKS))]


@cache
def _of_secret(secret: str) -> str:
    digest = salted_hmac(__name__, "", secret=secret, algorithm="sha256")
    return f"_{digest.hexdigest()[:LENGTH]}"
